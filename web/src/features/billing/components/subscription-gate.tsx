import { lazy, type ReactNode, Suspense } from 'react';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useSubscription } from '#features/billing/api/use-subscription.ts';
import { useRights } from '#lib/person/use-rights.ts';

// People with a plan never see the plans.
const ChoosePlan = lazy(async () => ({
  default: (await import('#features/billing/components/choose-plan.tsx')).ChoosePlan,
}));

/** Shows its children to people with an active subscription, and the plans to everyone else. */
export function SubscriptionGate({ children }: { children: ReactNode }) {
  const subscription = useSubscription();
  const may = useRights();
  if (subscription === 'active') return children;
  if (subscription === 'loading') return <Checking />;
  if (!may('billing:manage')) return <AskOwner />;
  return (
    <Suspense fallback={<Checking />}>
      <ChoosePlan />
    </Suspense>
  );
}

/** Only owners choose a plan. */
function AskOwner() {
  return (
    <div className="max-w-[40rem]">
      <PageTitle>No plan</PageTitle>
      <PageHeader title="This workspace has no plan">
        <p className="mt-1 text-pretty text-muted">
          Its forms need an active subscription. An owner of the workspace can choose a plan.
        </p>
      </PageHeader>
    </div>
  );
}

function Checking() {
  return (
    <div className="grid justify-items-center gap-4 py-32 text-muted">
      <PageTitle>Checking subscription</PageTitle>
      <Spinner label="Loading" size={24} />
      <p role="status" className="text-small">
        Checking subscription status...
      </p>
    </div>
  );
}
