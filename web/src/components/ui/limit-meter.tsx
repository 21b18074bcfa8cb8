import { Meter } from '#components/ui/meter.tsx';
import { useUser } from '#lib/services.tsx';

/** Without payments a limit is the operator's safeguard, and does not matter below half of it. */
const shownFromPercent = 50;

/** Shows how much of an account's limit is used. */
export function LimitMeter({ label, percentage }: { readonly label: string; readonly percentage: number }) {
  const { needsSubscription } = useUser();
  return needsSubscription || percentage >= shownFromPercent ? <Meter label={label} percentage={percentage} /> : null;
}
