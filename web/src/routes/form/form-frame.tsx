import Settings from 'virtual:lucide/settings';
import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense } from 'react';
import {
  Navigate,
  Outlet,
  useLocation,
  useMatches,
  useOutletContext,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { FormStrip, FormStripSkeleton } from '#features/forms/components/form-strip.tsx';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { ExportSubmissions } from '#features/submissions/components/export/export-submissions.tsx';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { useUsage } from '#features/usage/api/use-usage.ts';
import { useRights } from '#lib/person/use-rights.ts';
import type { EarlyHandle } from '#routes/form/early-handle.ts';
import { FormNotFound, isMissingForm } from '#routes/form/form-not-found.tsx';
import { FormTabs } from '#routes/form/form-tabs.tsx';

// Few forms are kept from taking submissions.
const FormNotices = lazy(async () => ({ default: (await import('#routes/form/form-notices.tsx')).FormNotices }));

/** The data that every tab of a form's page has. */
export interface FormOfPage {
  readonly form: Form;
  /** Submissions in the inbox, as far as this page knows. */
  readonly total: number;
  /** True if no submission has arrived yet. */
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
  // Addresses of earlier releases, in which folders were part of the query.
  if (folder === 'spam' || folder === 'refused') return <Navigate to={`/forms/${id}/${folder}`} replace />;
  if (form.isPending) return <FormFrameSkeleton id={id} />;
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
  const may = useRights();
  return (
    <>
      <PageTitle>{form.name}</PageTitle>
      <header className={headerClass}>
        <BackLink to="/forms" isInline />
        <h1
          title={form.name}
          className="min-w-0 truncate text-heading font-semibold max-sm:grow max-sm:basis-0 sm:max-w-[50%] sm:shrink-0 sm:text-[1.25rem]"
        >
          {form.name}
        </h1>
        <p title={form.description ?? undefined} className={descriptionClass}>
          {form.description}
        </p>
        <div className="flex shrink-0 gap-2 max-sm:[&>:is(a,button)]:min-h-10 max-sm:[&>:is(a,button)]:px-3 sm:ml-auto">
          {may('submissions:export') && (
            <ExportSubmissions formId={form.id} total={total} mayImport={may('submissions:write')} />
          )}
          {may('forms:write') && (
            <ButtonLink to={`/forms/${form.id}/settings`}>
              <Settings aria-hidden size={16} strokeWidth={1.75} />
              <span className="max-sm:sr-only">Settings</span>
            </ButtonLink>
          )}
        </div>
      </header>
      {(usage.data?.isSubmissionLimitReached || form.state !== 'open' || form.maxSubmissions !== null) && (
        <Suspense>
          <FormNotices form={form} usage={usage.data} />
        </Suspense>
      )}
      <FormStrip form={form} total={total} />
      <FormTabs formId={form.id} total={total} isNew={isNew} />
      <Outlet context={{ form, total, isNew } satisfies FormOfPage} />
    </>
  );
}

/** The tabs are already there, and can be used. */
function FormFrameSkeleton({ id }: { id: string }) {
  const tab = useLocation().pathname.replace(/\/$/, '').slice(`/forms/${id}`.length);
  const isInbox = ['', '/spam'].includes(tab);
  return (
    <div role="status" aria-label="Loading the form">
      <PageTitle>Form</PageTitle>
      <div className={headerClass}>
        <BackLink to="/forms" isInline />
        <Skeleton className="h-6 w-56 max-w-[50vw]" />
        <div className={descriptionClass}>
          <Skeleton className="h-3.5 w-64 max-w-full" />
        </div>
        <Skeleton className="ml-auto h-10 w-24 sm:h-9 sm:w-48" />
      </div>
      <FormStripSkeleton />
      <FormTabs formId={id} />
      {isInbox ? <ListSkeleton /> : <TabSkeleton />}
    </div>
  );
}

function TabSkeleton() {
  return (
    <div className={`${columnClass} grid gap-4 py-4`}>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-72 rounded-large" />
    </div>
  );
}

/**
 * On a phone the description has a line even if it is empty: the rest of the page keeps its position until the form is
 * loaded.
 */
const descriptionClass =
  'min-w-0 truncate text-small text-muted max-sm:order-last max-sm:h-4 max-sm:w-full max-sm:text-caption';
const headerClass = 'flex min-h-9 flex-wrap items-center gap-x-3 max-sm:[&>a]:-my-1 sm:flex-nowrap md:mb-3';
