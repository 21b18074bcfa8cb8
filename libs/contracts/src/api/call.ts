import type * as z from 'zod';
import { addresses, type RouteId } from '#api/addresses.ts';
import type { Catalogue } from '#api/catalogue.ts';

type Names<Address extends string> = Address extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Address extends `${string}:${infer Name}`
    ? Name
    : never;
/** The parameters in the path of an address. */
export type PathOf<Address extends string> = Readonly<Record<Names<Address>, string>>;

/** The parameters of the query. Undefined ones are omitted. */
export type QueryOf<Route> = Route extends { readonly query: infer Query extends z.ZodType }
  ? { readonly [Name in keyof z.input<Query>]?: string | number | boolean | undefined }
  : never;
/** A body in NDJSON is its text. */
export type BodyOf<Route> = Route extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : Route extends { readonly bodyLines: z.ZodType }
    ? string
    : never;
/** The JSON of the response; null for a route without one. */
export type AnswerOf<Route> = Route extends { readonly success: { readonly schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : null;

type Part<Name extends string, Value, IsNeeded> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : IsNeeded extends true
    ? { readonly [Key in Name]: Value }
    : { readonly [Key in Name]?: Value };

/** The input of a call. */
export type CallOf<Id extends RouteId> = Part<
  'path',
  [Names<(typeof addresses)[Id]>] extends [never] ? never : PathOf<(typeof addresses)[Id]>,
  true
> &
  Part<'query', QueryOf<Catalogue[Id]>, false> &
  Part<'body', BodyOf<Catalogue[Id]>, undefined extends BodyOf<Catalogue[Id]> ? false : true>;

/** The input as function arguments; optional if the route needs none. */
export type CallArguments<Id extends RouteId, More> =
  object extends CallOf<Id> ? [call?: CallOf<Id> & More] : [call: CallOf<Id> & More];

export interface CallTarget {
  readonly method: string;
  readonly url: string;
}

/** The method and address of a call, with its parameters filled in. */
export function targetOf(
  id: RouteId,
  { path = {}, query = {} }: { readonly path?: Readonly<Record<string, string>>; readonly query?: object } = {},
): CallTarget {
  const [method = '', template = ''] = addresses[id].split(' ');
  const url = template.replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(path[name] ?? ''));
  const words = Object.entries(query).filter(([, value]) => value !== undefined);
  return { method, url: words.length === 0 ? url : `${url}?${new URLSearchParams(words)}` };
}

/** A client resolves `..` in an address, so an id could lead to another route. */
function segmentOf(text: string): string {
  if (text === '.' || text === '..') throw new Error(`"${text}" is not an id.`);
  return encodeURIComponent(text);
}
