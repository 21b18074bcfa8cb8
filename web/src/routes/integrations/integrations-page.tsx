import Plus from 'virtual:lucide/plus';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { useTargets } from '#features/integrations/api/use-targets.ts';
import { TargetList } from '#features/integrations/components/target/target-list.tsx';
import { useFormOfPage } from '#routes/form/form-frame.tsx';
import { WebhooksGate } from '#routes/plan/webhooks-gate.tsx';

/** The integrations of a form. */
export function IntegrationsPage() {
  return (
    <ForRole action="integrations:manage">
      <Page />
    </ForRole>
  );
}

function Page() {
  const { form } = useFormOfPage();
  const targets = useTargets(form.id);
  return (
    <>
      <PageTitle>{`Integrations of ${form.name}`}</PageTitle>
      <div className={`${columnClass} py-4`}>
        <div className="mb-4 flex min-h-11 items-center justify-between gap-4 sm:min-h-9">
          <h2 className="text-heading font-semibold">Integrations</h2>
          {targets.data && targets.data.length > 0 && (
            <ButtonLink to="new">
              <Plus aria-hidden size={16} strokeWidth={1.75} />
              Add integration
            </ButtonLink>
          )}
        </div>
        <WebhooksGate error={targets.error}>
          <TargetList targets={targets} />
        </WebhooksGate>
      </div>
    </>
  );
}
