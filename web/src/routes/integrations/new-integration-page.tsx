import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { useTargets } from '#features/integrations/api/use-targets.ts';
import { PresetPicker } from '#features/integrations/components/create/preset-picker.tsx';
import { offerOf } from '#features/integrations/offers.ts';
import { FormNotFound, isMissingForm } from '#routes/form/form-not-found.tsx';
import { WhenField } from '#routes/form/when-field.tsx';
import { WebhooksGate } from '#routes/plan/webhooks-gate.tsx';

// The form weighs as much as the rest of the page, and the choice of a service comes first.
const NewTarget = lazy(async () => ({
  default: (await import('#features/integrations/components/create/new-target.tsx')).NewTarget,
}));

/** A new integration: first the choice of a service, then its form. */
export function NewIntegrationPage() {
  return (
    <ForRole action="integrations:manage" level="page">
      <Page />
    </ForRole>
  );
}

function Page() {
  const { id = '', kind = '' } = useParams();
  const form = useForm(id);
  // Returns whether the plan has webhooks.
  const targets = useTargets(id);
  const base = `/forms/${id}/integrations`;
  const service = offerOf(kind);
  if (form.error && isMissingForm(form.error)) return <FormNotFound />;
  return (
    <div className={service && 'max-w-[44rem]'}>
      <PageTitle>{service ? `Add ${service.title}` : 'Add integration'}</PageTitle>
      <PageHeader
        above={<BackLink to={service ? `${base}/new` : base} />}
        title={service ? `Add ${service.title}` : 'Add integration'}
      >
        <p className="mt-1 min-h-6 truncate text-muted">{form.data?.name}</p>
      </PageHeader>
      <WebhooksGate error={targets.error}>
        {!service ? (
          <PresetPicker base={`${base}/new`} />
        ) : form.data ? (
          <Suspense fallback={<Loading />}>
            <NewTarget
              key={kind}
              formId={id}
              storedCount={form.data.submissionCount}
              kind={kind}
              base={base}
              whenField={WhenField}
            />
          </Suspense>
        ) : form.isError ? (
          <QueryFailure title="This form could not be loaded" query={form} />
        ) : (
          <Loading />
        )}
      </WebhooksGate>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the form">
      <Skeleton className="h-[32rem] w-full rounded-large" />
    </div>
  );
}
