import type * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage, type Page } from '#api/list-page.ts';
import { pageParams } from '#api/params.ts';
import { requireRow } from '#billing/require-row.ts';
import type { Tables } from '#state/tables.ts';

type RowOf<Name extends keyof Tables> = Tables[Name] extends Map<string, infer Row> ? Row : never;
type Filters<Row, Shape extends z.ZodRawShape> = {
  readonly [Param in keyof Shape]?: (row: Row, asked: NonNullable<z.output<Shape[Param]>>) => boolean;
};
type Filter = (row: Record<string, unknown>, asked: unknown) => boolean;

/**
 * The two calls that read a table: the list, and one object. A parameter of the list asks for rows whose field of that
 * name has this value, unless it has a filter of its own. A deleted row is in no list.
 */
export function readEndpoints<Name extends keyof Tables, const Shape extends z.ZodRawShape>(
  path: string,
  name: Name,
  what: string,
  shape: Shape,
  filters: Filters<RowOf<Name>, Shape> = {},
): Endpoint[] {
  const own = { created: isCreatedWithin, ...filters } as Readonly<Record<string, Filter | undefined>>;
  return [
    endpoint('get', path, { ...pageParams, ...shape }, ({ simulation: { tables }, params }) => {
      const asked = Object.keys(shape).flatMap((param) => {
        const value = (params as Record<string, unknown>)[param];
        return value === undefined ? [] : [{ value, filter: own[param] ?? ((row) => row[param] === value) }];
      });
      const rows = [...tables[name].values()] as unknown as (Record<string, unknown> & { id: string })[];
      const found = rows.filter((row) => !row.deleted && asked.every(({ filter, value }) => filter(row, value)));
      return listPage(path, found, params as unknown as Page);
    }),
    endpoint('get', `${path}/:id`, {}, ({ simulation: { tables }, id }) =>
      requireRow(tables[name] as ReadonlyMap<string, object>, what, id),
    ),
  ];
}

function isCreatedWithin(row: Record<string, unknown>, moments: Parameters<typeof isWithin>[1]): boolean {
  return isWithin(Number(row.created), moments);
}
