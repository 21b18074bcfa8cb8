import { formatNumber } from '@inlet/contracts/counts';
import type { Usage } from '@inlet/contracts/usage';
import { LimitMeter } from '#components/ui/limit-meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Panel } from '#features/dashboard/components/panel.tsx';
import { formatCalendarDay } from '#lib/dates.ts';
import { formatBytes } from '#lib/wording.ts';

/** The part of a month that must be over before it predicts the rest. */
const tellingMs = 3 * 86_400_000;

/** The month's forecast. The current numbers are shown above. */
export function ThisMonth({ usage }: { usage: Usage | undefined }) {
  if (!usage) {
    return (
      <Panel title="This month">
        <Skeleton className="h-20 w-full" />
      </Panel>
    );
  }
  const { currentStorage, storageLimit, storageUsagePercentage, periodEnd } = usage;
  const { currentImported, importedLimit, importedUsagePercentage } = usage;
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
        {currentImported > 0 && (
          <>
            <p>{`${formatNumber(currentImported)} of ${formatNumber(importedLimit)} imported submissions`}</p>
            <LimitMeter label="Imported submissions" percentage={importedUsagePercentage} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** Extrapolates the month's submissions from its start; null if that is not possible yet, or if the month is full. */
function expectedOf(usage: Usage, nowMs: number): number | null {
  const { currentSubmissions, periodStart, periodEnd, isSubmissionLimitReached, isByteLimitReached } = usage;
  if (isSubmissionLimitReached || isByteLimitReached) return null;
  const [startMs, endMs] = [Date.parse(periodStart), Date.parse(periodEnd)];
  if (nowMs - startMs < tellingMs || nowMs >= endMs || currentSubmissions === 0) return null;
  const expected = (currentSubmissions * (endMs - startMs)) / (nowMs - startMs);
  // Rounds to two digits, because the estimate is not more exact.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(expected)) - 1);
  return Math.round(expected / unit) * unit;
}
