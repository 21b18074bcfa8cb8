import { Badge } from '#components/ui/badge.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { planLabel } from '#features/billing/plan-name.ts';
import { formatDate } from '#lib/dates.ts';
import { useUser } from '#lib/services.tsx';

/** The plan, and its last day once the subscription is canceled. */
export function PlanBadge() {
  const { plan, needsSubscription } = useUser();
  return <Badge tone="accent">{needsSubscription ? <PaidPlan plan={plan} /> : planLabel(plan)}</Badge>;
}

function PaidPlan({ plan }: { plan: string | null }) {
  const billing = useBilling().data;
  const end = billing?.cancelAtPeriodEnd ? billing.currentPeriodEnd : null;
  return end === null ? planLabel(plan) : `${planLabel(plan)} until ${formatDate(end)}`;
}
