import { formatNumber } from '@inlet/contracts/counts';
import { Button } from '#components/ui/button.tsx';
import type { RefusedWebsite } from '#features/submissions/refused-websites.ts';
import { formatShortDateTime } from '#lib/dates.ts';

interface RefusedWebsiteListProps {
  readonly websites: readonly RefusedWebsite[];
  /** The website that is being allowed. */
  readonly pending: string | null;
  /** Null for somebody who changes no forms. */
  readonly onAllow: ((origin: string) => void) | null;
}

/** The number of refusals of each website, and a button that allows it. */
export function RefusedWebsiteList({ websites, pending, onAllow }: RefusedWebsiteListProps) {
  return (
    <>
      <h3 className="border-line border-t px-4 pt-4 pb-2 text-small font-medium sm:px-6">Websites not allowed</h3>
      <ul aria-label="Websites not allowed" className="max-h-[24rem] divide-y divide-line overflow-y-auto">
        {websites.map(({ origin, count, lastAt, state }) => (
          <li key={origin} className="flex min-h-12 items-center justify-between gap-4 px-4 py-1.5 text-small sm:px-6">
            <div className="min-w-0">
              <bdi className="wrap-anywhere">{origin}</bdi>
              <p className="text-caption text-muted">
                {`${formatNumber(count)} refused, the last one on `}
                <time dateTime={lastAt}>{formatShortDateTime(lastAt)}</time>
              </p>
            </div>
            {state === 'allowed' && <span className="shrink-0 font-medium text-success">Allowed now</span>}
            {state === 'never' && <span className="shrink-0 text-muted">Not https</span>}
            {state === 'allowable' && onAllow && (
              <Button
                isLoading={pending === origin}
                disabled={pending !== null}
                onClick={() => onAllow(origin)}
                aria-label={`Allow ${origin}`}
                className="shrink-0"
              >
                Allow
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
