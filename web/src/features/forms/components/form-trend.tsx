import { formatCount } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { Sparkline } from '#components/charts/sparkline.tsx';
import { formatMoment } from '#lib/dates.ts';
import { formatAgo } from '#lib/relative-time.ts';

/** The last thirty days of a form; renders nothing without submissions. */
export function FormTrend({ form: { sparkline }, className }: { form: Form; className: string }) {
  const total = sparkline?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (!sparkline || total === 0) return null;
  return (
    <Sparkline values={sparkline} label={`${formatCount(total, 'submission')} in 30 days`} className={className} />
  );
}

export function LastSubmission({ at }: { at: string | null }) {
  if (at === null) return 'No submissions yet';
  return (
    <>
      {'Last submission '}
      <time dateTime={at} title={formatMoment(at)}>
        {formatAgo(at)}
      </time>
    </>
  );
}
