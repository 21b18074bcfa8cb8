import Eraser from 'virtual:lucide/eraser';
import { formatCount } from '@inlet/contracts/counts';
import { Link } from 'react-router-dom';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useErasures } from '#features/privacy/api/use-erasures.ts';
import { ErasureState } from '#features/privacy/components/erasure-state.tsx';
import { countsInWords } from '#features/privacy/count-names.ts';
import { formatDateTime } from '#lib/dates.ts';

/** The list of erasures, without the addresses, which are not kept. */
export function Erasures() {
  return (
    <Section
      title="Erasures"
      intro="Each with what it removed and a signed receipt. The addresses themselves are not kept."
    >
      <ErasureList erasures={useErasures()} />
    </Section>
  );
}

function ErasureList({ erasures }: { erasures: ReturnType<typeof useErasures> }) {
  if (erasures.isPending) return <RowsSkeleton label="Loading the erasures" />;
  if (!erasures.data) return <QueryFailure title="The erasures could not be loaded" query={erasures} />;
  if (erasures.data.length === 0) {
    return (
      <EmptyState icon={Eraser} title="Nothing erased yet">
        Find a person above to erase what is stored about them.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Erasures" className="-my-4 divide-y divide-line">
      {erasures.data.map(({ id, state, requestedAt, counts, mentionCount }) => (
        <li key={id} className="relative flex items-center justify-between gap-6 py-4">
          <div className="min-w-0">
            <Link to={`/settings/privacy/erasures/${id}`} className={linkClass}>
              <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
            </Link>
            <p className="text-small text-muted tabular-nums">
              {state === 'done' ? countsInWords(counts) : 'Not finished yet'}
              {state === 'done' && mentionCount > 0 && `, ${formatCount(mentionCount, 'mention')} left to you`}
            </p>
          </div>
          <ErasureState state={state} />
        </li>
      ))}
    </ul>
  );
}

const linkClass =
  'rounded-small text-small font-medium tabular-nums outline-none after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-solid';
