import type { Analytics } from '@inlet/contracts/analytics';
import { formatNumber } from '@inlet/contracts/counts';
import { ChartCard } from '#components/charts/chart-card.tsx';
import { ShareList } from '#components/charts/share-list.tsx';

/** The outcomes of all requests to the endpoint. */
export function Outcomes({ outcomes: { accepted, spam, refused } }: { outcomes: Analytics['outcomes'] }) {
  const refusedTotal = refused.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    { name: 'Inbox', count: accepted, className: 'bg-accent' },
    { name: 'Spam', count: spam, className: 'bg-amber' },
    { name: 'Refused', count: refusedTotal, className: 'bg-danger' },
  ];
  const all = Math.max(1, accepted + spam + refusedTotal);
  const reasons = refused.map(({ reason, count }) => ({ name: nameOf(reason), count }));
  return (
    <ChartCard
      title="Outcome"
      intro="Requests to the endpoint"
      columns={['Outcome', 'Requests']}
      rows={[
        ...parts.map(({ name, count }) => [name, formatNumber(count)]),
        ...reasons.map(({ name, count }) => [`Refused: ${name}`, formatNumber(count)]),
      ]}
    >
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-hover">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ name, count, className }) => (
            <span key={name} className={`h-full min-w-1 ${className}`} style={{ width: `${(100 * count) / all}%` }} />
          ))}
      </div>
      <dl className="mt-3 mb-5 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {parts.map(({ name, count, className }) => (
          <div key={name} className="flex items-center gap-2">
            <dt className="flex items-center gap-2 text-muted">
              <span aria-hidden className={`size-2 rounded-full ${className}`} />
              {name}
            </dt>
            <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {reasons.length === 0 ? (
        <p className="text-small text-muted">Nothing was refused.</p>
      ) : (
        <ShareList label="Reasons of refusals" shares={reasons} />
      )}
    </ChartCard>
  );
}

/** `origin_not_allowed` becomes `Origin not allowed`. */
function nameOf(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
