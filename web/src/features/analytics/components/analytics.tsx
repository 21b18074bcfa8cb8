import type { Analytics as Counts } from '@inlet/contracts/analytics';
import { formatNumber } from '@inlet/contracts/counts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BarChart } from '#components/charts/bar-chart.tsx';
import { ChartCard } from '#components/charts/chart-card.tsx';
import { ShareList } from '#components/charts/share-list.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { useAnalytics } from '#features/analytics/api/use-analytics.ts';
import { barsOf } from '#features/analytics/bars-of.ts';
import { Outcomes } from '#features/analytics/components/outcomes.tsx';
import { RangeChoice } from '#features/analytics/components/range-choice.tsx';
import { WeekChart } from '#features/analytics/components/week-chart.tsx';
import { busiestHour, hourName, weekdays } from '#features/analytics/hours.ts';
import { formatChange } from '#lib/wording.ts';

/** Charts of the submissions in the chosen period. */
export function Analytics({ query }: { query: ReturnType<typeof useAnalytics> }) {
  const { data } = query;
  if (!data && query.isError) return <QueryFailure title="The analytics could not be loaded" query={query} />;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 lg:col-span-2">
        <div className="min-h-14">
          <p className="text-title font-semibold tabular-nums">
            {data ? formatNumber(data.total) : <Skeleton className="h-8 w-24" />}
          </p>
          <p className="text-small text-muted">{data && <Comparison counts={data} />}</p>
        </div>
        <RangeChoice />
      </header>
      {data ? <Charts counts={data} /> : <ChartsSkeleton />}
      {data && (
        <p className="text-caption text-muted lg:col-span-2">
          {'Days and hours are in '}
          <Link to="/settings" className="underline underline-offset-2 hover:text-ink">
            {`your time zone, ${data.timeZone.replaceAll('_', ' ')}`}
          </Link>
          . Origins, spam, refusals and views are counted by days in UTC.
        </p>
      )}
    </div>
  );
}

function Comparison({ counts: { total, previousTotal, days } }: { counts: Counts }): ReactNode {
  const change = formatChange(total, previousTotal);
  return `submissions in ${days.length} days${change === null ? '' : `, ${change} against the ${days.length} days before`}`;
}

function Charts({ counts }: { counts: Counts }) {
  const { total, days, origins, hoursOfWeek, outcomes, hostedPage } = counts;
  const bars = barsOf(days);
  const busiest = busiestHour(hoursOfWeek);
  const mostArrive = busiest === null ? 'Nothing yet' : `Most arrive on ${busiest}`;
  const hours = hoursOfWeek.flatMap((row, day) =>
    row.map((count, hour) => ({ name: `${weekdays[day]}, ${hourName(hour)}`, count })),
  );
  const shares = origins.map(({ origin, count }) => ({ name: origin ?? 'Unknown', count }));
  return (
    <>
      <div className="lg:col-span-2">
        <ChartCard
          title={bars.length < days.length ? 'Submissions per week' : 'Submissions per day'}
          columns={['Day', 'Submissions']}
          rows={bars.toReversed().map(({ label, count }) => [label, formatNumber(count)])}
        >
          <BarChart bars={bars} label={`Submissions from ${bars[0]?.label} to today: ${formatNumber(total)} in all`} />
        </ChartCard>
      </div>
      <ChartCard
        title="Hour of the week"
        intro={mostArrive}
        columns={['Hour', 'Submissions']}
        rows={hours.filter(({ count }) => count > 0).map(({ name, count }) => [name, formatNumber(count)])}
      >
        <WeekChart week={hoursOfWeek} label={`Submissions by hour of the week. ${mostArrive}`} />
      </ChartCard>
      <Outcomes outcomes={outcomes} />
      <div className="lg:col-span-2">
        <ChartCard
          title="Origins"
          intro={shares.length === 0 && 'Nothing yet'}
          columns={['Origin', 'Submissions']}
          rows={shares.map(({ name, count }) => [name, formatNumber(count)])}
        >
          <ShareList label="Origins" shares={shares.slice(0, 10)} />
        </ChartCard>
      </div>
      {hostedPage.views > 0 && <HostedPage {...hostedPage} />}
    </>
  );
}

/** A form without a page of its own has no use for it. */
function HostedPage({ views, submissions }: Counts['hostedPage']) {
  const shares = [
    { name: 'Views', count: views },
    { name: 'Submissions', count: submissions },
  ];
  return (
    <div className="lg:col-span-2">
      <ChartCard
        title="Hosted page"
        intro="How often it was shown, and what came from it"
        columns={['Hosted page', 'Count']}
        rows={shares.map(({ name, count }) => [name, formatNumber(count)])}
      >
        <ShareList label="Hosted page" shares={shares} />
      </ChartCard>
    </div>
  );
}

function ChartsSkeleton() {
  return (
    <div role="status" aria-label="Loading the analytics" className="contents">
      <Skeleton className="h-65 rounded-large lg:col-span-2" />
      <Skeleton className="h-70 rounded-large" />
      <Skeleton className="h-70 rounded-large" />
    </div>
  );
}
