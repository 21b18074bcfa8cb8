import ShieldCheck from 'virtual:lucide/shield-check';
import { formatNumber } from '@inlet/contracts/counts';
import { Link } from 'react-router-dom';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { useRefusals } from '#features/submissions/api/use-refusals.ts';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { RefusedWebsiteList } from '#features/submissions/components/refused-website-list.tsx';
import { explainRefusal, helpingPages } from '#features/submissions/refusal-reasons.ts';
import { refusedWebsites } from '#features/submissions/refused-websites.ts';
import { formatDate, formatTime } from '#lib/dates.ts';

interface RefusedRequestsProps {
  readonly formId: string;
  readonly allowedOrigins: readonly string[];
  /** The website that is being allowed. */
  readonly pending: string | null;
  /** Null for somebody who changes no forms. */
  readonly onAllow: ((origin: string) => void) | null;
}

/** The requests that the endpoint refused, with advice for each reason. */
export function RefusedRequests({ formId, allowedOrigins, pending, onAllow }: RefusedRequestsProps) {
  const refusals = useRefusals(formId);
  if (refusals.isPending) return <ListSkeleton />;
  if (!refusals.data) return <QueryFailure title="The refused requests could not be loaded" query={refusals} />;
  const { counts, latest } = refusals.data;
  const websites = refusedWebsites(latest, allowedOrigins);
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title="Nothing refused">
        No request to this endpoint was refused in the last seven days.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="border-line border-b px-4 py-3 text-small text-muted sm:px-6">
        Requests to this endpoint that were refused in the last seven days. Their content is not kept.
      </p>
      <ul aria-label="Reasons" className="divide-y divide-line">
        {reasons.map(([reason, count]) => {
          const { title, cure, page } = explainRefusal(reason);
          return (
            <li key={reason} className="flex items-baseline justify-between gap-6 px-4 py-4 sm:px-6">
              <div>
                <p className="font-medium">{title}</p>
                <p className="mt-0.5 max-w-[72ch] text-small text-muted">
                  {cure}
                  {page && onAllow && (
                    <>
                      {' '}
                      <Link
                        to={`/forms/${formId}/${page}`}
                        className="font-medium whitespace-nowrap text-accent hover:underline"
                      >
                        {helpingPages[page]}
                      </Link>
                    </>
                  )}
                </p>
              </div>
              <span className="text-heading font-semibold tabular-nums">{formatNumber(count)}</span>
            </li>
          );
        })}
      </ul>
      {websites.length > 0 && <RefusedWebsiteList websites={websites} pending={pending} onAllow={onAllow} />}
      <h3 className="border-line border-t px-4 pt-4 pb-2 text-small font-medium sm:px-6">Latest</h3>
      <ul aria-label="Latest refused requests" className="max-h-[30rem] overflow-y-auto pb-2">
        {latest.map(({ at, reason, origin }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in everything
            key={`${at} ${index}`}
            className="grid gap-x-4 px-4 py-1.5 text-small sm:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,1fr)] sm:px-6"
          >
            <time dateTime={at} className="tabular-nums">
              {formatDate(at)}, <span className="text-muted">{formatTime(at)}</span>
            </time>
            <span>{explainRefusal(reason).title}</span>
            <bdi className="truncate text-muted">{origin ?? 'Unknown'}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
