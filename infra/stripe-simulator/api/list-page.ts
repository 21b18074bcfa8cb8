import type Stripe from 'stripe';
import { missing } from '#billing/stripe-failure.ts';

export interface Page {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** One page of a list, newest first. The rows come in the order in which they were added. */
export function listPage<Row extends { readonly id: string }>(
  url: string,
  rows: Iterable<Row>,
  { limit, starting_after: after, ending_before: before }: Page,
): Stripe.ApiList<Row> {
  const newestFirst = [...rows].reverse();
  const indexOf = (id: string, param: string) => {
    const index = newestFirst.findIndex((row) => row.id === id);
    if (index === -1) throw missing('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}

interface Moments {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

/** Whether a moment lies in the range that a list was asked for. */
export function isWithin(moment: number, { gt, gte, lt, lte }: Moments = {}): boolean {
  if (gt !== undefined && moment <= gt) return false;
  if (gte !== undefined && moment < gte) return false;
  if (lt !== undefined && moment >= lt) return false;
  return lte === undefined || moment <= lte;
}
