import { formatNumber } from '@inlet/contracts/counts';

export interface Share {
  readonly name: string;
  readonly count: number;
}

interface ShareListProps {
  readonly shares: readonly Share[];
  readonly label: string;
}

/** Names with their counts, each over a bar whose length is its share of the largest count. */
export function ShareList({ shares, label }: ShareListProps) {
  const largest = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <ol aria-label={label} className="grid gap-2.5">
      {shares.map(({ name, count }) => (
        <li key={name} className="text-small">
          <p className="flex justify-between gap-4">
            <bdi className="min-w-0 truncate" title={name}>
              {name}
            </bdi>
            <span className="tabular-nums">{formatNumber(count)}</span>
          </p>
          <div aria-hidden className="mt-1 h-1 rounded-full bg-hover">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / largest}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}
