import { formatNumber } from '@inlet/contracts/counts';
import type { ImportProgress } from '@inlet/import/run-import';

interface RowCountsProps {
  readonly progress: ImportProgress;
  readonly storedLabel: 'New' | 'Imported';
}

/** How many rows there are of each kind. */
export function RowCounts({ progress: { imported, known, refusedCount }, storedLabel }: RowCountsProps) {
  const counts = [
    { label: storedLabel, count: imported, hint: imported === 1 ? 'submission' : 'submissions' },
    { label: 'Known', count: known, hint: 'in the form' },
    { label: 'Refused', count: refusedCount, hint: 'not stored' },
  ];
  return (
    <dl className="flex gap-3 rounded-medium border border-line px-3 py-3 sm:px-4">
      {counts.map(({ label, count, hint }) => (
        <div key={label} className="min-w-0 basis-full">
          <dt className="text-small text-muted">{label}</dt>
          <dd className="text-heading font-semibold tabular-nums">
            {formatNumber(count)}
            <span className="block truncate text-caption font-normal text-muted">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
