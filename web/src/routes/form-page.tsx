import Settings from 'virtual:lucide/settings';
import type { Form } from '@inlet/contracts/forms';
import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { FormEndpoint } from '#features/forms/components/form-endpoint.tsx';
import { FormFacts, FormFactsSkeleton } from '#features/forms/components/form-facts.tsx';
import { useFirstPage } from '#features/submissions/api/first-page.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { ExportSubmissions } from '#features/submissions/components/export-submissions.tsx';
import { RecentSubmissions } from '#features/submissions/components/recent-submissions.tsx';
import { useFilter } from '#features/submissions/use-filter.ts';
import { FormNotFound, isMissingForm } from '#routes/form-not-found.tsx';

export function FormPage() {
  const { id = '' } = useParams();
  const form = useForm(id);
  useFirstPage(id, useFilter().filter);
  if (form.isPending) return <FormPageSkeleton />;
  if (form.data) return <FormDetail key={id} form={form.data} />;
  if (isMissingForm(form.error)) return <FormNotFound />;
  return (
    <>
      <PageTitle>Form</PageTitle>
      <QueryFailure level="page" title="This form could not be loaded" query={form} />
    </>
  );
}

function FormDetail({ form }: { form: Form }) {
  const total = useSubmissionTotal(form.id) ?? form.submissionCount;
  return (
    <>
      <PageTitle>{form.name}</PageTitle>
      <PageHeader
        above={<BackLink to="/forms" />}
        title={form.name}
        beside={
          <div className="flex shrink-0 flex-wrap gap-2 max-sm:[&>:is(a,button)]:px-3">
            <ExportSubmissions formId={form.id} total={total} />
            <ButtonLink to={`/forms/${form.id}/integrations`}>Integrations</ButtonLink>
            <ButtonLink to={`/forms/${form.id}/settings`}>
              <Settings aria-hidden size={16} strokeWidth={1.75} />
              Settings
            </ButtonLink>
          </div>
        }
      >
        {form.description && <p className="mt-1 max-w-[72ch] text-muted wrap-anywhere">{form.description}</p>}
      </PageHeader>
      <div className="grid grid-cols-1 gap-8">
        <FormFacts form={form} total={total} />
        <FormEndpoint form={form} />
        <RecentSubmissions form={form} />
      </div>
    </>
  );
}

function FormPageSkeleton() {
  return (
    <div role="status" aria-label="Loading the form">
      <PageTitle>Form</PageTitle>
      <BackLink to="/forms" />
      <Skeleton className="mb-1 h-8 w-56" />
      <Skeleton className="mb-8 h-6 w-80 max-w-full" />
      <FormFactsSkeleton />
      <Skeleton className="mt-8 h-[21.5rem] w-full rounded-large sm:h-[19.5rem]" />
    </div>
  );
}
