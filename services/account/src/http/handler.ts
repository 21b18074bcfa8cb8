import { addresses, type RouteId } from '@inlet/contracts/api/addresses';
import type { AnswerOf, PathOf } from '@inlet/contracts/api/call';
import { type Catalogue, catalogue } from '@inlet/contracts/api/catalogue';
import { internalRoutes } from '@inlet/contracts/api/internal';
import type { Route } from '@inlet/contracts/api/route';
import type { Form, FormTotal, Person, Replay, Target, User } from '@inlet/db/client';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import type { Caller, Client } from '#access/caller.ts';
import type { Membership, Seat } from '#access/seat.ts';
import type { ShownErasure } from '#erasure/shown-erasure.ts';

type Declared = Catalogue & typeof internalRoutes;
export type HandlerId = keyof Declared;
type AddressOf<Id extends HandlerId> = Id extends RouteId
  ? (typeof addresses)[Id]
  : (typeof internalRoutes)[Exclude<Id, RouteId>]['address'];
type ParsedOf<Route, Part extends string> = Route extends { readonly [Name in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** The guards' findings about a request, in `response.locals`. */
export interface Locals {
  readonly client: Client;
  /** Null for a program. */
  readonly person: Person | null;
  /** The workspace of the request, if there is one. */
  readonly seat: Seat | null;
  readonly user: User;
  readonly membership: Membership;
  readonly caller: Caller;
  readonly actor: Actor;
  readonly form: Form;
  readonly total: FormTotal | null;
  readonly target: Target;
  readonly replay: Replay;
  readonly erasure: ShownErasure;
}
type Known = {
  readonly public: 'client';
  readonly stripe: never;
  readonly mailer: 'client';
  readonly internal: never;
  readonly caller: 'client' | 'person' | 'seat' | 'caller';
  readonly person: Known['caller'];
  readonly session: Known['caller'] | 'user' | 'membership' | 'actor';
  readonly account: Known['session'];
  readonly subscriber: Known['session'];
  readonly form: Known['session'] | 'form' | 'total';
  readonly target: Known['session'] | 'form' | 'target';
  readonly hook: Known['target'];
  readonly replay: Known['session'] | 'replay';
  readonly erasure: Known['session'] | 'erasure';
  readonly workspace: Known['session'];
};

type Found<Access extends Route['access']> = Pick<Locals, Known[Access]> &
  (Access extends 'session' | 'person' | 'workspace' ? { readonly person: Person } : unknown);

/** A request with valid input that passed its guards. */
export type Call<Id extends HandlerId> = Found<Declared[Id]['access']> & {
  readonly request: Request;
  readonly response: Response;
  readonly path: PathOf<AddressOf<Id>>;
  readonly query: ParsedOf<Declared[Id], 'query'>;
  readonly body: ParsedOf<Declared[Id], 'body'>;
};

/** JSON that is already text. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON of the response. A route without one ignores its handler's result. */
type Answer<Route> = AnswerOf<Route> extends null ? unknown : AnswerOf<Route> | JsonText;
export type Handler<Id extends HandlerId> = (call: Call<Id>) => Answer<Declared[Id]> | Promise<Answer<Declared[Id]>>;
/** A handler for each of some routes. A missing handler does not compile. */
export type Handlers<Ids extends HandlerId = HandlerId> = { readonly [Id in Ids]: Handler<Id> };

export interface ServedRoute<Id extends string = HandlerId> {
  readonly id: Id;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly route: Route;
}

/** Every route that the service serves. */
export const servedRoutes: readonly ServedRoute[] = [
  ...Object.entries(catalogue).map(([id, route]) => served(id as RouteId, addresses[id as RouteId], route)),
  ...Object.entries(internalRoutes).map(([id, route]) => served(id as HandlerId, route.address, route)),
];

/** A route by its address. */
export function served<Id extends string>(id: Id, address: string, route: Route): ServedRoute<Id> {
  const [method = '', path = ''] = address.split(' ');
  return { id, method: method.toLowerCase() as ServedRoute['method'], path, route };
}
