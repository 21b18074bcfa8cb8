import type { Usage } from '@inlet/contracts/usage';
import { LimitMeter } from '#components/ui/limit-meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Panel } from '#features/dashboard/components/panel.tsx';
import { formatCalendarDay } from '#lib/dates.ts';
import { formatBytes, formatNumber } from '#lib/wording.ts';

/** So much of a month must be over before it says anything about the rest. */
const tellingMs = 3 * 86_400_000;

/** Where the month leads. How it stands is said above. */
export function ThisMonth({ usage }: { usage: Usage | undefined }) {
  if (!usage) {
    return (
      <Panel title="This month">
        <Skeleton className="h-20 w-full" />
      </Panel>
    );
  }
  const { currentStorage, storageLimit, storageUsagePercentage, periodEnd } = usage;
  const expected = expectedOf(usage, Date.now());
  return (
    <Panel title="This month">
      <div className="grid gap-1 text-small text-muted tabular-nums">
        {expected !== null && <p>{`On track for about ${formatNumber(expected)}`}</p>}
        <p>{`Resets on ${formatCalendarDay(periodEnd)}`}</p>
        {storageLimit > 0 && (
          <>
            <p>{`${formatBytes(currentStorage)} of ${formatBytes(storageLimit)} storage for files`}</p>
            <LimitMeter label="Storage for files used" percentage={storageUsagePercentage} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** What the month comes to if it goes on as it began; null where that cannot be told or is past, as in a full month. */
function expectedOf(usage: Usage, nowMs: number): number | null {
  const { currentSubmissions, periodStart, periodEnd, isSubmissionLimitReached, isByteLimitReached } = usage;
  if (isSubmissionLimitReached || isByteLimitReached) return null;
  const [startMs, endMs] = [Date.parse(periodStart), Date.parse(periodEnd)];
  if (nowMs - startMs < tellingMs || nowMs >= endMs || currentSubmissions === 0) return null;
  const expected = (currentSubmissions * (endMs - startMs)) / (nowMs - startMs);
  // No more digits than it deserves.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(expected)) - 1);
  return Math.round(expected / unit) * unit;
}
