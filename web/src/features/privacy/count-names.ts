import { formatCount } from '@inlet/contracts/counts';
import type { PersonCounts } from '@inlet/contracts/erasures';

/** The kinds of records that an erasure removes, in the order of the list. */
export const countNames: readonly { readonly key: keyof PersonCounts; readonly name: string }[] = [
  { key: 'submissions', name: 'Submissions' },
  { key: 'files', name: 'Files' },
  { key: 'notes', name: 'Notes' },
  { key: 'deliveries', name: 'Waiting deliveries' },
  { key: 'attempts', name: 'Delivery attempts' },
  { key: 'deadSubmissions', name: 'Submissions on hold' },
  { key: 'mails', name: 'Mails' },
  { key: 'suppressions', name: 'Bounces and complaints' },
];

/** `3 submissions, 2 other records`; zero counts are omitted. */
export function countsInWords({ submissions, ...others }: PersonCounts): string {
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (submissions === 0 && rest === 0) return 'Nothing was stored';
  const parts = [formatCount(submissions, 'submission'), rest > 0 && formatCount(rest, 'other record')];
  return parts.filter((part) => part !== false).join(', ');
}
