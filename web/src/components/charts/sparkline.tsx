interface SparklineProps {
  readonly values: readonly number[];
  readonly label: string;
  readonly className?: string;
}

/** A row of numbers as a line, without axes. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const points = values.map((value, index) => `${index},${(1 - value / highest) * 20}`).join(' ');
  const end = values.length - 1;
  return (
    <svg role="img" aria-label={label} viewBox={`0 -1 ${end} 22`} preserveAspectRatio="none" className={className}>
      <polygon points={`0,21 ${points} ${end},21`} className="fill-accent opacity-10" />
      <polyline
        points={points}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        className="stroke-accent"
        strokeWidth={1.5}
      />
    </svg>
  );
}
