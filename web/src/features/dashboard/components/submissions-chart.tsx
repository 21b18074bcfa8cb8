import ArrowRight from 'virtual:lucide/arrow-right';
import { formatNumber } from '@inlet/contracts/counts';
import type { Dashboard } from '@inlet/contracts/dashboard';
import { Link } from 'react-router-dom';
import { BarChart } from '#components/charts/bar-chart.tsx';
import { ChartCard } from '#components/charts/chart-card.tsx';
import { formatCalendarDay } from '#lib/dates.ts';
import { formatChange } from '#lib/wording.ts';

const shownDays = 30;

/** The submissions of the last thirty days, compared with the previous thirty. */
export function SubmissionsChart({ days }: { days: Dashboard['days'] }) {
  const shown = days.slice(-shownDays);
  const total = totalOf(shown);
  const change = formatChange(total, totalOf(days.slice(0, -shownDays)));
  const bars = shown.map(({ date, submissions }) => ({ label: formatCalendarDay(date), count: submissions }));
  return (
    <ChartCard
      title="Submissions, last 30 days"
      columns={['Day', 'Submissions']}
      rows={bars.toReversed().map(({ label, count }) => [label, formatNumber(count)])}
    >
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-title font-semibold tabular-nums">{formatNumber(total)}</span>
        <span className="text-small text-muted tabular-nums">
          {change !== null && `${change} against the 30 days before · `}
          {`${formatNumber(shown.at(-1)?.submissions ?? 0)} today`}
        </span>
      </p>
      <BarChart bars={bars} label={`Submissions of the last 30 days: ${formatNumber(total)} in all`} />
      <Link
        to="/analytics"
        className="-mb-2 -ml-3 mt-1 inline-flex min-h-11 items-center gap-1 rounded-medium px-3 text-small font-medium text-accent hover:text-accent-hover sm:min-h-9"
      >
        View analytics
        <ArrowRight aria-hidden size={14} strokeWidth={2} />
      </Link>
    </ChartCard>
  );
}

function totalOf(days: Dashboard['days']): number {
  return days.reduce((sum, { submissions }) => sum + submissions, 0);
}
