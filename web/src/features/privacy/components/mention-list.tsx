import { formatNumber } from '@inlet/contracts/counts';
import type { Mention } from '@inlet/contracts/erasures';
import { Link } from 'react-router-dom';
import { addressOf, placeOf } from '#features/privacy/describe-mention.ts';

interface MentionListProps {
  readonly mentions: readonly Mention[];
  /** The number of all mentions, listed or not. */
  readonly total: number;
}

/** Mentions of the address in a longer text, or in the owner's own settings: the owner decides about each. */
export function MentionList({ mentions, total }: MentionListProps) {
  return (
    <>
      <ul aria-label="Mentions" className="-mb-3 divide-y divide-line">
        {mentions.map((mention, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in everything
            key={index}
            className="grid gap-1 py-3 text-small"
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <Link to={addressOf(mention)} className={linkClass}>
                {mention.formName}
              </Link>
              <span className="text-muted wrap-anywhere">{placeOf(mention)}</span>
            </p>
            <p className="line-clamp-3 text-muted wrap-anywhere">{mention.excerpt}</p>
          </li>
        ))}
      </ul>
      {total > mentions.length && (
        <p className="mt-6 text-small text-muted">{`The first ${mentions.length} of ${formatNumber(total)}.`}</p>
      )}
    </>
  );
}

const linkClass =
  'rounded-small font-medium text-ink underline decoration-line-strong underline-offset-4 wrap-anywhere hover:decoration-current';
