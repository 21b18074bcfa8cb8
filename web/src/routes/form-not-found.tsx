import { FileQuestion } from 'lucide-react';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { ApiError } from '#lib/http.ts';

export function FormNotFound() {
  return (
    <>
      <PageTitle>Form not found</PageTitle>
      <EmptyState
        icon={FileQuestion}
        title="Form not found"
        level="page"
        action={<ButtonLink to="/forms">Back to Forms</ButtonLink>}
      >
        The form you're looking for doesn't exist or you don't have access to it
      </EmptyState>
    </>
  );
}

/** Somebody else's form is answered as a missing one, and an address that is no id at all as one that is not valid. */
export function isMissingForm(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);
}
