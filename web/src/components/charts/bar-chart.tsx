import { formatNumber } from '@inlet/contracts/counts';
import { scaleBand } from 'd3-scale';
import { ChartTip } from '#components/charts/chart-tip.tsx';
import { linesFor } from '#components/charts/lines-for.ts';
import { usePointed } from '#components/charts/use-pointed.ts';
import { formatShort } from '#lib/wording.ts';

export interface Bar {
  /** A date such as `Nov 20`; the axis names the first and the last. */
  readonly label: string;
  readonly count: number;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  /** A sentence that describes the chart. A table beside it has the numbers. */
  readonly label: string;
}

/** In pixels. */
const height = 150;
/** Space for the number of the highest line. */
const top = 18;

/** Counts in a row; the last count is the most important. */
export function BarChart({ bars, label }: BarChartProps) {
  const { pointed, ...pointer } = usePointed(bars.length);
  const x = scaleBand<number>(bars.keys(), [0, 100]).paddingInner(bars.length > 100 ? 0 : 0.18);
  const lines = linesFor(Math.max(...bars.map(({ count }) => count)));
  // Written out, because `scaleLinear` weighs more than the rest of a page with charts.
  const y = (count: number) => height - (count / Number(lines.at(-1))) * (height - top);
  const last = bars.length - 1;
  const shown = pointed === null ? undefined : bars[pointed];
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-caption text-muted">
      <svg aria-hidden width={`${Math.max(...lines.map((line) => formatShort(line).length))}ch`} height={height}>
        {lines.map((line) => (
          <text key={line} x="0" y={y(line) + 4} className="fill-muted tabular-nums">
            {formatShort(line)}
          </text>
        ))}
      </svg>
      <div className="relative">
        <svg role="img" aria-label={label} width="100%" height={height} className="block touch-pan-y" {...pointer}>
          {[0, ...lines].map((line) => (
            <line key={line} x1="0" x2="100%" y1={y(line)} y2={y(line)} className="stroke-line" />
          ))}
          {bars.map(({ count }, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              x={`${x(index)}%`}
              width={`${x.bandwidth()}%`}
              y={count === 0 ? height : Math.min(y(count), height - 2)}
              height={count === 0 ? 0 : Math.max(2, height - y(count))}
              rx={bars.length > 100 ? 0 : 2}
              className={index === (pointed ?? last) ? 'fill-accent' : 'fill-accent-pale'}
            />
          ))}
        </svg>
        {shown && (
          <ChartTip
            at={((pointed ?? 0) + 0.5) / bars.length}
          >{`${shown.label}: ${formatNumber(shown.count)}`}</ChartTip>
        )}
      </div>
      <p aria-hidden className="col-start-2 mt-1.5 flex justify-between">
        <span>{bars[0]?.label}</span>
        <span>{bars[last]?.label}</span>
      </p>
    </div>
  );
}
