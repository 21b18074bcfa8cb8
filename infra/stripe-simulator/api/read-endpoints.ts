import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { pageParams } from '#api/params.ts';
import { requireRow } from '#billing/require-row.ts';
import { missing } from '#billing/stripe-failure.ts';
import type { Tables } from '#state/tables.ts';

type RowOf<Name extends keyof Tables> = Tables[Name] extends Map<string, infer Row extends object> ? Row : never;
type Filters<Row> = Readonly<Record<string, (row: Row, asked: unknown) => boolean>>;

/**
 * The two calls that read a table: the list, and one object. A parameter of the list selects rows whose field of that
 * name has this value, unless it has its own filter. No list contains deleted rows.
 */
export function readEndpoints<Name extends keyof Tables>(
  path: string,
  name: Name,
  what: string,
  query: z.ZodRawShape = {},
  filters: Filters<RowOf<Name>> = {},
): Endpoint[] {
  const shape = { ...z.object(query).partial().shape, ...pageParams };
  return [
    endpoint('get', path, shape, ({ simulation: { tables }, params }) => {
      const { limit, starting_after, ...asked } = params;
      const isAsked = (row: RowOf<Name>, param: string, value: unknown) =>
        filters[param]?.(row, value) ?? (row as Record<string, unknown>)[param] === value;
      const rows = ([...tables[name].values()] as RowOf<Name>[]).filter(
        (row) => !('deleted' in row) && Object.entries(asked).every(([param, value]) => isAsked(row, param, value)),
      );
      return listPage(path, rows, { limit, starting_after });
    }),
    endpoint('get', `${path}/:id`, {}, ({ simulation: { tables }, id }) =>
      requireRow(tables[name] as ReadonlyMap<string, object>, what, id),
    ),
  ];
}

interface Page {
  readonly limit: number;
  readonly starting_after?: string | undefined;
}

/** One page of a list, newest first. The rows are in the order in which they were added. */
export function listPage<Row extends object>(
  url: string,
  rows: readonly Row[],
  { limit, starting_after: after }: Page,
): Stripe.ApiList<Row> {
  const newestFirst = rows.toReversed();
  const start = newestFirst.findIndex((row) => 'id' in row && row.id === after) + 1;
  if (after !== undefined && start === 0) throw missing('object', after, 'starting_after');
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}
