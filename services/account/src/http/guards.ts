import type { Route } from '@inlet/contracts/api/route';
import { nameSubject } from '@inlet/http/app';
import { type AddressTrust, clientAddress, networkOf } from '@inlet/http/client-address';
import { unavailable } from '@inlet/http/errors';
import type { RequestHandler, Response } from 'express';
import { actorOf, mayOnlyRead } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import { nameOfFeature } from '#access/name-of-feature.ts';
import type { AccountDeps } from '#account-deps.ts';
import { withPaidPlan } from '#billing/subscription/with-paid-plan.ts';
import { findOwnReplay } from '#deliveries/replays/find-own-replay.ts';
import { findOwnHook, findOwnTarget } from '#deliveries/targets/find-own-target.ts';
import {
  billingOff,
  confirmationRequired,
  featureNotInPlan,
  keyMayOnlyRead,
  personRequired,
  subscriptionRequired,
  writeKeyRequired,
} from '#errors.ts';
import { findOwnForm } from '#forms/find-own-form.ts';
import type { Locals, ServedRoute } from '#http/handler.ts';
import { requireMail } from '#http/require-mail.ts';
import { confirmedMs } from '#identity/sessions/confirm-session.ts';
import { authenticate } from '#identity/sign-in/authenticate.ts';

/** Characters of a user agent that are kept; an ordinary one has some 150. */
const userAgentMax = 300;

export function localsOf(response: Response): Locals {
  return response.locals as Locals;
}

/** Determines the client of a request once. */
export function knowClient(trust: AddressTrust): RequestHandler {
  return (request, response, next) => {
    const userAgent = request.headers['user-agent']?.slice(0, userAgentMax) ?? null;
    response.locals.client = { address: clientAddress(request, trust), userAgent } satisfies Locals['client'];
    next();
  };
}

/** Refuses requests after a restore until newer erasures have been repeated. */
export function requireErased({ ledger }: AccountDeps): RequestHandler {
  return (_request, _response, next) => next(ledger.isRepeated() ? undefined : unavailable());
}

/** Admits a person with a valid session or a program with a key, and keeps the caller for the handler. */
export function requireUser(deps: AccountDeps): RequestHandler {
  return async (request, response, next) => {
    const { user: found, caller } = await authenticate(deps, request.headers.authorization);
    const user = await withPaidPlan(deps, found);
    const actor = actorOf(user.id, caller, localsOf(response).client);
    Object.assign(response.locals, { user, caller, actor } satisfies Partial<Locals>);
    nameSubject(response, { userId: user.id });
    next();
  };
}

/** Limits an account's requests to the management API, across all its sessions and keys. */
export function limitRequests({ requestLimit }: AccountDeps): RequestHandler {
  return async (_request, response, next) => {
    await requestLimit.take(localsOf(response).user.id);
    next();
  };
}

/** Refuses changes by a key with the scope `read`. */
export const requireScope: RequestHandler = (request, response, next) => {
  const { caller } = localsOf(response);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (mayOnlyRead(caller) && !isReading) throw keyMayOnlyRead();
  next();
};

/** The guards that a route's declaration requires. */
export function guardsOf(
  deps: AccountDeps,
  { path, method, route }: Pick<ServedRoute, 'path' | 'method' | 'route'>,
): RequestHandler[] {
  const { access, feature, limit, needsConfirmation, needsWriteKey, sendsMail } = route;
  // The API's area has already required a user, limited the requests and checked the scope of a key.
  const isInArea = path.startsWith('/api/v1/');
  const isOfSubscriber = ['subscriber', ...Object.keys(owners)].includes(access);
  const needsArea = access === 'account' || isOfSubscriber;
  if (needsArea && !isInArea) throw new Error(`${path} accepts API keys, so it must be below /api/v1`);
  return [
    ...(isSale(route, method) ? [requireBilling(deps)] : []),
    ...(access === 'session' && !isInArea ? [requireUser(deps)] : []),
    ...(access === 'session' ? [requirePerson] : []),
    ...(needsConfirmation ? [requireConfirmation] : []),
    ...(needsWriteKey ? [requireWriteKey] : []),
    ...(isOfSubscriber ? [requireSubscription(deps)] : []),
    ...(isOwned(access) ? [requireOwn(deps, owners[access])] : []),
    ...(feature ? [requireFeature(deps, feature)] : []),
    ...(limit ? [limitCalls(deps, limit)] : []),
    ...(sendsMail ? [requireMail(deps)] : []),
  ];
}

/** Deliveries reveal more than submissions, and a program that only reads does not need them. */
const requireWriteKey: RequestHandler = (_request, response, next) => {
  const { caller } = localsOf(response);
  if (mayOnlyRead(caller)) throw writeKeyRequired();
  next();
};

/** Keeps programs away from passwords, sessions, keys and the deletion of the account. */
const requirePerson: RequestHandler = (_request, response, next) => {
  if (localsOf(response).caller.kind !== 'session') throw personRequired();
  next();
};

/** A stolen session must not allow irreversible actions. */
const requireConfirmation: RequestHandler = (_request, response, next) => {
  const { caller } = localsOf(response);
  const isConfirmed = caller.kind === 'session' && Date.now() - caller.confirmedAt.getTime() < confirmedMs;
  if (!isConfirmed) throw confirmationRequired();
  next();
};

/** Using forms requires an active subscription. */
function requireSubscription({ plans }: AccountDeps): RequestHandler {
  return (_request, response, next) => {
    if (!plans.isOpenTo(localsOf(response).user)) throw subscriptionRequired();
    next();
  };
}

/** Whether a route buys, changes or is told about a subscription. */
export function isSale({ group }: Route, method: ServedRoute['method']): boolean {
  return group === 'Billing' && method !== 'get';
}

/** Refuses what buys, changes or is told about a subscription where nothing is sold. */
export function requireBilling({ plans }: AccountDeps): RequestHandler {
  return (_request, _response, next) => {
    if (!plans.areSold) throw billingOff();
    next();
  };
}

/** Finds the object of the id in the path, if it belongs to the account. */
type FindOwn = (deps: AccountDeps, userId: string, id: string) => Promise<Partial<Locals>>;
const owners = {
  form: findOwnForm,
  target: findOwnTarget,
  hook: findOwnHook,
  replay: async (...key) => ({ replay: await findOwnReplay(...key) }),
} as const satisfies Partial<Record<Route['access'], FindOwn>>;

function isOwned(access: Route['access']): access is keyof typeof owners {
  return Object.hasOwn(owners, access);
}

function requireOwn(deps: AccountDeps, find: FindOwn): RequestHandler {
  return async (request, response, next) => {
    const id = String(request.params.id);
    // Any other text comes from the caller, and must not be logged.
    if (find === findOwnForm && isId(id)) nameSubject(response, { formId: id });
    Object.assign(response.locals, await find(deps, localsOf(response).user.id, id));
    next();
  };
}

function requireFeature({ plans }: AccountDeps, feature: NonNullable<Route['feature']>): RequestHandler {
  return (_request, response, next) => {
    if (!plans.allows(localsOf(response).user.plan, feature)) throw featureNotInPlan(nameOfFeature(feature));
    next();
  };
}

function limitCalls({ attempts }: AccountDeps, limit: NonNullable<Route['limit']>): RequestHandler {
  return async (_request, response, next) => {
    const { client, user } = localsOf(response);
    await attempts.take([{ limit, subject: limit.per === 'network' ? networkOf(client.address) : user.id }]);
    next();
  };
}
