import type * as z from 'zod';
import { addresses, type RouteId } from '#api/addresses.ts';
import type { Catalogue } from '#api/catalogue.ts';

type Names<Address extends string> = Address extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Address extends `${string}:${infer Name}`
    ? Name
    : never;
/** What stands in the path of an address, by its names. */
export type PathOf<Address extends string> = Readonly<Record<Names<Address>, string>>;

/** The words of the query; what is undefined is left out. */
export type QueryOf<Route> = Route extends { readonly query: infer Query extends z.ZodType }
  ? { readonly [Name in keyof z.input<Query>]?: string | number | boolean | undefined }
  : never;
export type BodyOf<Route> = Route extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : never;
/** The JSON of the answer; null where there is none. */
export type AnswerOf<Route> = Route extends { readonly success: { readonly schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : null;

type Part<Name extends string, Value, IsNeeded> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : IsNeeded extends true
    ? { readonly [Key in Name]: Value }
    : { readonly [Key in Name]?: Value };

/** What a caller of a route says. */
export type CallOf<Id extends RouteId> = Part<
  'path',
  [Names<(typeof addresses)[Id]>] extends [never] ? never : PathOf<(typeof addresses)[Id]>,
  true
> &
  Part<'query', QueryOf<Catalogue[Id]>, false> &
  Part<'body', BodyOf<Catalogue[Id]>, undefined extends BodyOf<Catalogue[Id]> ? false : true>;

/** The same as the arguments of a function; a call that needs nothing can be left out. */
export type CallArguments<Id extends RouteId, More> =
  object extends CallOf<Id> ? [call?: CallOf<Id> & More] : [call: CallOf<Id> & More];

export interface Target {
  readonly method: string;
  readonly url: string;
}

/** Where a call goes: the address of a route with its path and query filled in. */
export function targetOf(
  id: RouteId,
  { path = {}, query = {} }: { readonly path?: Readonly<Record<string, string>>; readonly query?: object } = {},
): Target {
  const [method = '', template = ''] = addresses[id].split(' ');
  const url = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const words = Object.entries(query).filter(([, value]) => value !== undefined);
  return { method, url: words.length === 0 ? url : `${url}?${new URLSearchParams(words)}` };
}
