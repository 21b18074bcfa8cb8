import Plus from 'virtual:lucide/plus';
import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { useTargets } from '#features/integrations/api/use-targets.ts';
import { TargetList } from '#features/integrations/components/target-list.tsx';
import { FormNotFound, isMissingForm } from '#routes/form-not-found.tsx';
import { WebhooksGate } from '#routes/webhooks-gate.tsx';

/** The integrations of a form. */
export function IntegrationsPage() {
  const { id = '' } = useParams();
  const form = useForm(id);
  const targets = useTargets(id);
  if (targets.error && isMissingForm(targets.error)) return <FormNotFound />;
  return (
    <>
      <PageTitle>{form.data ? `Integrations of ${form.data.name}` : 'Integrations'}</PageTitle>
      <PageHeader
        above={<BackLink to={`/forms/${id}`} />}
        title="Integrations"
        beside={
          targets.data &&
          targets.data.length > 0 && (
            <ButtonLink to="new">
              <Plus aria-hidden size={16} strokeWidth={1.75} />
              Add integration
            </ButtonLink>
          )
        }
      >
        <p className="mt-1 min-h-6 truncate text-muted">{form.data?.name}</p>
      </PageHeader>
      <WebhooksGate error={targets.error}>
        <TargetList targets={targets} />
      </WebhooksGate>
    </>
  );
}
