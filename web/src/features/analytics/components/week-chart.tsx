import { formatNumber } from '@inlet/contracts/counts';
import { scaleBand } from 'd3-scale';
import { ChartTip } from '#components/charts/chart-tip.tsx';
import { usePointed } from '#components/charts/use-pointed.ts';
import { hourName, weekdays } from '#features/analytics/hours.ts';

interface WeekChartProps {
  /** Counts by day, Monday first, and hour. */
  readonly week: readonly (readonly number[])[];
  readonly label: string;
}

const rowHeight = 22;

/** Each hour of the week as a square; more submissions make it darker. */
export function WeekChart({ week, label }: WeekChartProps) {
  const { pointed, ...pointer } = usePointed(24, 7);
  const highest = Math.max(1, ...week.flat());
  const x = scaleBand<number>(Array(24).keys(), [0, 100]).paddingInner(0.06);
  // The square root distinguishes small numbers from zero.
  const shade = (count: number) => 0.07 + 0.93 * Math.sqrt(count / highest);
  const [day, hour] = pointed === null ? [0, 0] : [Math.floor(pointed / 24), pointed % 24];
  return (
    <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] text-caption text-muted">
      <ol aria-hidden>
        {weekdays.map((name) => (
          <li key={name} className="flex h-[22px] items-center">
            {name}
          </li>
        ))}
      </ol>
      <div className="relative">
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={7 * rowHeight}
          className="block touch-pan-y"
          {...pointer}
        >
          {week.map((hours, row) =>
            hours.map((count, column) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
                key={`${row} ${column}`}
                x={`${x(column)}%`}
                width={`${x.bandwidth()}%`}
                y={row * rowHeight + 1}
                height={rowHeight - 2}
                rx={3}
                fillOpacity={shade(count)}
                className="fill-accent"
              />
            )),
          )}
        </svg>
        {pointed !== null && (
          <ChartTip at={(hour + 0.5) / 24}>
            {`${weekdays[day]}, ${hourName(hour)}: ${formatNumber(week[day]?.[hour] ?? 0)}`}
          </ChartTip>
        )}
      </div>
      <p aria-hidden className="col-start-2 mt-1.5 grid grid-cols-4">
        {[0, 6, 12, 18].map((start) => (
          <span key={start}>{hourName(start)}</span>
        ))}
      </p>
    </div>
  );
}
