import { lazy, type ReactNode, Suspense } from 'react';
import { PageTitle } from '#components/ui/page.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useSubscription } from '#features/billing/api/use-subscription.ts';

// People with a plan never see the plans.
const ChoosePlan = lazy(async () => ({
  default: (await import('#features/billing/components/choose-plan.tsx')).ChoosePlan,
}));

/** Shows its children to people with an active subscription, and the plans to everyone else. */
export function SubscriptionGate({ children }: { children: ReactNode }) {
  const subscription = useSubscription();
  if (subscription === 'active') return children;
  if (subscription === 'loading') return <Checking />;
  return (
    <Suspense fallback={<Checking />}>
      <ChoosePlan />
    </Suspense>
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
