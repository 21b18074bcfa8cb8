import FileQuestion from 'virtual:lucide/file-question-mark';
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

/** The service answers 404 for a form of another account, and an error for an invalid id. */
export function isMissingForm(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);
}
