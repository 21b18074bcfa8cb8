import { formatMoment } from '#lib/dates.ts';
import { formatAgo } from '#lib/relative-time.ts';

/** `5 minutes ago`; the title has the full date. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  );
}
