import type { Route } from '@inlet/contracts/api/route';
import type { Action } from '@inlet/contracts/roles';
import { nameSubject } from '@inlet/http/app';
import { type AddressTrust, clientAddress, networkOf } from '@inlet/http/client-address';
import { type HttpError, unavailable } from '@inlet/http/errors';
import type { Request, RequestHandler, Response } from 'express';
import { actorOf, mayOnlyRead } from '#access/caller.ts';
import { checkRight } from '#access/check-right.ts';
import { isId } from '#access/is-id.ts';
import { nameOfFeature } from '#access/name-of-feature.ts';
import type { Owned } from '#access/owned.ts';
import { type Seat, seesForm } from '#access/seat.ts';
import { findSeat } from '#access/seats.store.ts';
import type { AccountDeps } from '#account-deps.ts';
import { withPaidPlan } from '#billing/subscription/with-paid-plan.ts';
import { ownedReplay } from '#deliveries/replays/owned-replay.ts';
import { ownedHook, ownedTarget } from '#deliveries/targets/owned-target.ts';
import { ownedErasure } from '#erasure/owned-erasure.ts';
import {
  billingOff,
  confirmationRequired,
  featureNotInPlan,
  formNotFound,
  keyMayOnlyRead,
  noWorkspace,
  personRequired,
  subscriptionRequired,
  workspaceNotFound,
  writeKeyRequired,
} from '#errors.ts';
import { ownedForm } from '#forms/owned-form.ts';
import type { Locals, ServedRoute } from '#http/handler.ts';
import { requireFactor } from '#http/require-factor.ts';
import { requireMail } from '#http/require-mail.ts';
import { requirePasswords } from '#http/require-passwords.ts';
import { isConfirmed } from '#identity/sessions/confirm-session.ts';
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
    const { person, caller, seat } = await authenticate(deps, request.headers.authorization, workspaceOf(request));
    Object.assign(response.locals, { person, caller, seat: null } satisfies Partial<Locals>);
    if (seat) await takeSeat(deps, response, seat);
    next();
  };
}

/** Has the rest of a request concern a workspace. */
async function takeSeat(deps: AccountDeps, response: Response, { user: found, membership }: Seat): Promise<void> {
  const { person, caller, client } = localsOf(response);
  const user = await withPaidPlan(deps, found);
  const actor = actorOf(user.id, person?.id ?? null, caller, client);
  const taken = { seat: { user, membership }, user, membership, actor } satisfies Partial<Locals>;
  Object.assign(response.locals, taken);
  nameSubject(response, { userId: user.id });
}

/** The workspace that a request names. A browser sends no header for a stream of events and for a download. */
function workspaceOf({ headers, query }: Request): string | undefined {
  const named = headers['inlet-workspace'] ?? query.workspace;
  return typeof named === 'string' ? named : undefined;
}

/** The workspace or the person that a request is counted for. */
function subjectOf(response: Response): string {
  const { person, seat } = localsOf(response);
  return seat?.user.id ?? person?.id ?? '';
}

/** Limits the requests of an account to the management API, over all its sessions and keys. */
export function limitRequests({ requestLimit }: AccountDeps): RequestHandler {
  return async (_request, response, next) => {
    await requestLimit.take(subjectOf(response));
    next();
  };
}

/** Refuses changes by a key with the scope `read`. */
const requireChangingKey: RequestHandler = (_request, response, next) => {
  const { caller } = localsOf(response);
  if (mayOnlyRead(caller)) throw keyMayOnlyRead();
  next();
};

/** Whether a route of the API changes something. */
export function isChange(method: ServedRoute['method'], { changesNothing }: Route): boolean {
  return method !== 'get' && changesNothing !== true;
}

/** The guards that a route's declaration requires. */
export function guardsOf(
  deps: AccountDeps,
  { path, method, route }: Pick<ServedRoute, 'path' | 'method' | 'route'>,
): RequestHandler[] {
  const { access, action, feature, limit, needsConfirmation, needsPasswords, sendsMail } = route;
  // The API's area has required a user and limited the requests.
  const isInArea = path.startsWith('/api/v1/');
  const isOfSubscriber = ['subscriber', 'form', 'target', 'hook', 'replay'].includes(access);
  const isOfPerson = ['session', 'person', 'workspace'].includes(access);
  const isInWorkspace = isOfSubscriber || ['session', 'account', 'erasure', 'workspace'].includes(access);
  requireSense(route, path, isInWorkspace);
  return [
    ...(isInArea ? guardsOfKeys(method, route) : []),
    ...(isSale(route, method) ? [requireBilling(deps)] : []),
    ...(isOfPerson && !isInArea ? [requireUser(deps)] : []),
    ...(isOfPerson ? [requirePerson] : []),
    ...(needsConfirmation ? [requireConfirmation] : []),
    ...(needsPasswords ? [requirePasswords(deps)] : []),
    ...(isOwned(access) ? [requireOwn(deps, owners[access])] : []),
    ...(isInWorkspace ? [access === 'workspace' ? requireMembership(deps) : requireWorkspace] : []),
    ...(isInWorkspace && action !== 'self' ? [requireFactor(deps)] : []),
    ...(action && action !== 'self' ? [requireRight(action)] : []),
    ...(isOfSubscriber ? [requireSubscription(deps)] : []),
    ...(feature ? [requireFeature(deps, feature)] : []),
    ...(limit ? [limitCalls(deps, limit)] : []),
    ...(sendsMail ? [requireMail(deps)] : []),
  ];
}

function guardsOfKeys(method: ServedRoute['method'], route: Route): RequestHandler[] {
  if (isChange(method, route)) return [requireChangingKey];
  return route.needsWriteKey ? [requireWriteKey] : [];
}

/** A declaration that would leave a hole stops the process at its start. */
function requireSense({ access, action }: Route, path: string, isInWorkspace: boolean): void {
  if (isInWorkspace && !action) throw new Error(`${path} must say what it does in a workspace`);
  if (takesKeys(access) && !path.startsWith('/api/v1/')) {
    throw new Error(`${path} accepts API keys, so it must be below /api/v1`);
  }
}

function takesKeys(access: Route['access']): boolean {
  return ['account', 'caller', 'subscriber'].includes(access) || isOwned(access);
}

/** Deliveries tell more than submissions: a program that only reads has no use for them. */
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
  if (!isConfirmed(caller)) throw confirmationRequired();
  next();
};

/** A person may have left the last workspace, and may still do what concerns nobody else. */
const requireWorkspace: RequestHandler = (_request, response, next) => {
  if (localsOf(response).seat === null) throw noWorkspace();
  next();
};

/** The workspace in the path, whichever the request means otherwise. */
function requireMembership(deps: AccountDeps): RequestHandler {
  return async (request, response, next) => {
    const id = String(request.params.id);
    const seat = isId(id) ? await seatOf(deps, response, id.toLowerCase()) : null;
    if (!seat) throw workspaceNotFound();
    await takeSeat(deps, response, seat);
    next();
  };
}

/** Compares the role of a member, or the scopes of a key, with what the route does. */
function requireRight(action: Exclude<Action, 'self'>): RequestHandler {
  return (_request, response, next) => {
    checkRight(localsOf(response), action);
    next();
  };
}

/** The use of forms needs an active subscription. */
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

const owners = {
  form: ownedForm,
  target: ownedTarget,
  hook: ownedHook,
  replay: ownedReplay,
  erasure: ownedErasure,
} as const satisfies Partial<Record<Route['access'], Owned<OwnedObject>>>;
/** An object of a form, or of a whole workspace. */
type OwnedObject = Partial<Locals> & (Pick<Locals, 'form'> | Pick<Locals, 'erasure'>);

function isOwned(access: Route['access']): access is keyof typeof owners {
  return Object.hasOwn(owners, access);
}

/** What is another workspace's, or in a form that the member does not see, is refused like an id that nothing has. */
function requireOwn(deps: AccountDeps, { find, notFound }: Owned<OwnedObject>): RequestHandler {
  return async (request, response, next) => {
    const id = String(request.params.id);
    // Any other text comes from the caller, and no log repeats it.
    if (notFound === formNotFound && isId(id)) nameSubject(response, { formId: id });
    const found = isId(id) ? await find(deps, id) : null;
    const owner = found && (found.form ?? found.erasure);
    const seat = owner && (await seatOf(deps, response, owner.userId));
    const isSeen = seat && (!found.form || seesForm(seat.membership, found.form.id));
    if (!isSeen) throw missing(deps, response, notFound);
    if (seat !== localsOf(response).seat) await takeSeat(deps, response, seat);
    Object.assign(response.locals, found);
    next();
  };
}

/** What the caller may do in the workspace of an object; null where it is not the caller's. */
async function seatOf({ database }: AccountDeps, response: Response, userId: string): Promise<Seat | null> {
  const { person, seat } = localsOf(response);
  if (seat?.user.id === userId) return seat;
  return person && findSeat(database.prisma, person.id, { asked: userId });
}

function missing({ plans }: AccountDeps, response: Response, notFound: () => HttpError): HttpError {
  const { seat } = localsOf(response);
  return seat && !plans.isOpenTo(seat.user) ? subscriptionRequired() : notFound();
}

function requireFeature({ plans }: AccountDeps, feature: NonNullable<Route['feature']>): RequestHandler {
  return (_request, response, next) => {
    if (!plans.allows(localsOf(response).user.plan, feature)) throw featureNotInPlan(nameOfFeature(feature));
    next();
  };
}

function limitCalls({ attempts }: AccountDeps, limit: NonNullable<Route['limit']>): RequestHandler {
  return async (_request, response, next) => {
    const { client } = localsOf(response);
    await attempts.take([
      { limit, subject: limit.per === 'network' ? networkOf(client.address) : subjectOf(response) },
    ]);
    next();
  };
}
