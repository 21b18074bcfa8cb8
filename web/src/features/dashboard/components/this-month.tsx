import type { Usage } from '@inlet/contracts/usage';
import { LimitMeter } from '#components/ui/limit-meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Panel } from '#features/dashboard/components/panel.tsx';
import { formatCalendarDay } from '#lib/dates.ts';
import { formatBytes, formatNumber } from '#lib/wording.ts';

/** So much of a month must be over before it says anything about the rest. */
const tellingMs = 3 * 86_400_000;

/** How the month stands, and where it leads. */
export function ThisMonth({ usage }: { usage: Usage | undefined }) {
  if (!usage) {
    return (
      <Panel title="This month">
        <Skeleton className="h-22 w-full" />
      </Panel>
    );
  }
  const { currentSubmissions, submissionLimit, submissionUsagePercentage, currentBytes, byteLimit, periodEnd } = usage;
  const { currentStorage, storageLimit } = usage;
  const expected = expectedOf(usage, Date.now());
  return (
    <Panel title="This month">
      <p className="flex items-baseline gap-2 tabular-nums">
        <span className="text-title font-semibold">{formatNumber(currentSubmissions)}</span>
        <span className="text-small text-muted">{`of ${formatNumber(submissionLimit)} submissions`}</span>
      </p>
      <div className="my-3">
        <LimitMeter label="Of this month" percentage={submissionUsagePercentage} />
      </div>
      <p className="text-small text-muted">{`${formatBytes(currentBytes)} of ${formatBytes(byteLimit)} data`}</p>
      {storageLimit > 0 && (
        <p className="mt-1 text-small text-muted">{`${formatBytes(currentStorage)} of ${formatBytes(storageLimit)} storage for files`}</p>
      )}
      <p className="mt-1 text-small text-muted">{`Resets on ${formatCalendarDay(periodEnd)}`}</p>
      {expected !== null && (
        <p className="mt-1 text-small text-muted">{`On track for about ${formatNumber(expected)}`}</p>
      )}
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
