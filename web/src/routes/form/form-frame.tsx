import Settings from 'virtual:lucide/settings';
import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useMatches, useOutletContext, useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { FormStrip } from '#features/forms/components/form-strip.tsx';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { ExportSubmissions } from '#features/submissions/components/export/export-submissions.tsx';
import { useUsage } from '#features/usage/api/use-usage.ts';
import type { EarlyHandle } from '#routes/form/early-handle.ts';
import { FormNotFound, isMissingForm } from '#routes/form/form-not-found.tsx';
import { FormTabs } from '#routes/form/form-tabs.tsx';

// Few forms are of an account whose month is full.
const LimitNotice = lazy(async () => ({ default: (await import('#routes/plan/limit-notice.tsx')).LimitNotice }));

/** What every tab of a form's page knows. */
export interface FormOfPage {
  readonly form: Form;
  /** Submissions in the inbox, as far as this page knows. */
  readonly total: number;
  /** Whether no submission has arrived yet. */
  readonly isNew: boolean;
}

export const useFormOfPage = () => useOutletContext<FormOfPage>();

/** The head of a form's page, and its tabs. */
export function FormFrame() {
  const { id = '' } = useParams();
  const { Early } = (useMatches().at(-1)?.handle ?? {}) as EarlyHandle;
  return (
    <>
      {Early && <Early formId={id} />}
      <LoadedForm id={id} />
    </>
  );
}

function LoadedForm({ id }: { id: string }) {
  const [params] = useSearchParams();
  const form = useForm(id);
  const folder = params.get('folder');
  // Addresses of before, when folders were part of the query.
  if (folder === 'spam' || folder === 'refused') return <Navigate to={`/forms/${id}/${folder}`} replace />;
  if (form.isPending) return <FormFrameSkeleton />;
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
  const total = useSubmissionTotal(form.id, 'inbox') ?? form.submissionCount;
  const isNew = total === 0 && form.submissionCount === 0;
  const usage = useUsage();
  return (
    <>
      <PageTitle>{form.name}</PageTitle>
      <header className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 sm:mb-3 sm:flex-nowrap">
        <BackLink to="/forms" isInline />
        <h1 className="line-clamp-2 min-w-0 text-heading font-semibold wrap-anywhere max-sm:grow max-sm:basis-0 sm:max-w-[50%] sm:shrink-0 sm:text-[1.25rem]">
          {form.name}
        </h1>
        {form.description && (
          <p
            title={form.description}
            className="min-w-0 truncate text-muted text-small max-sm:order-last max-sm:w-full"
          >
            {form.description}
          </p>
        )}
        <div className="flex shrink-0 gap-2 max-sm:[&>:is(a,button)]:px-3 sm:ml-auto">
          <ExportSubmissions formId={form.id} total={total} />
          <ButtonLink to={`/forms/${form.id}/settings`}>
            <Settings aria-hidden size={16} strokeWidth={1.75} />
            <span className="max-sm:sr-only">Settings</span>
          </ButtonLink>
        </div>
      </header>
      {usage.data?.isSubmissionLimitReached && (
        <Suspense>
          <LimitNotice usage={usage.data} />
        </Suspense>
      )}
      <FormStrip form={form} total={total} />
      <FormTabs formId={form.id} total={total} isNew={isNew} />
      <Outlet context={{ form, total, isNew } satisfies FormOfPage} />
    </>
  );
}

function FormFrameSkeleton() {
  return (
    <div role="status" aria-label="Loading the form">
      <PageTitle>Form</PageTitle>
      <div className="mb-3 flex min-h-9 items-center gap-3">
        <BackLink to="/forms" isInline />
        <Skeleton className="h-7 w-56 max-w-[50vw]" />
      </div>
      <Skeleton className="h-24 w-full rounded-large wide:h-12" />
      <Skeleton className="mt-4 h-96 w-full rounded-large" />
    </div>
  );
}
