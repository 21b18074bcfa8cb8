import { Navigate } from 'react-router-dom';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Invoices } from '#features/billing/components/invoices.tsx';
import { OwnPlan } from '#features/billing/components/own-plan.tsx';
import { useUser } from '#lib/services.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

export function BillingPage() {
  const { needsSubscription } = useUser();
  const upgrade = useUpgrade('Change Plan');
  if (!needsSubscription) return <Navigate to="/settings" replace />;
  return (
    <ForRole action="billing:manage">
      <div className="grid gap-6">
        <PageTitle>Billing</PageTitle>
        <OwnPlan onChange={() => upgrade.open(null)} />
        <Invoices />
        {upgrade.dialog}
      </div>
    </ForRole>
  );
}
