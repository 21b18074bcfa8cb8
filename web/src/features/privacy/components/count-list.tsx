import { formatNumber } from '@inlet/contracts/counts';
import type { PersonCounts } from '@inlet/contracts/erasures';
import { countNames } from '#features/privacy/count-names.ts';

/** The stored or erased records of a person, counted by kind. */
export function CountList({ counts, label }: { counts: PersonCounts; label: string }) {
  return (
    <dl aria-label={label} className="grid gap-x-12 text-small sm:grid-cols-2">
      {countNames.map(({ key, name }) => (
        <div key={key} className="flex items-baseline justify-between gap-4 border-line border-b py-2">
          <dt className="text-muted">{name}</dt>
          <dd className={counts[key] === 0 ? 'text-muted tabular-nums' : 'font-medium tabular-nums'}>
            {formatNumber(counts[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
