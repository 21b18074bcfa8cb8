import { Meter } from '#components/ui/meter.tsx';
import { useUser } from '#lib/services.tsx';

/** Without payments a limit is a safeguard of the operator's, and nobody has to watch it before its half. */
const shownFromPercent = 50;

/** How much of a limit of the account is used. */
export function LimitMeter({ label, percentage }: { readonly label: string; readonly percentage: number }) {
  const { needsSubscription } = useUser();
  return needsSubscription || percentage >= shownFromPercent ? <Meter label={label} percentage={percentage} /> : null;
}
