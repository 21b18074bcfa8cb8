import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import type { RequestHandler } from 'express';
import { currentCaller, setCaller } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { keyMayOnlyRead, personRequired, unauthorized } from '#errors.ts';
import { findCallerByKey } from '#identity/keys/find-caller.ts';

const bearer = /^Bearer (\S+)$/i;

/** Lets only a person with a living session or a program with a key pass, and keeps who it is for the handlers behind. */
export function requireUser(deps: Pick<AccountDeps, 'accessTokens' | 'database' | 'sessions'>): RequestHandler {
  return async (request, response, next) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw unauthorized();
    const found = token.startsWith(apiKeyPrefix) ? await findCallerByKey(deps, token) : await findSession(deps, token);
    if (!found) throw unauthorized();
    setCaller(response, found.user, found.caller);
    next();
  };
}

/** Keeps programs out of what is about the person: passwords, sessions, keys, the end of the account. */
export const requirePerson: RequestHandler = (_request, response, next) => {
  if (currentCaller(response).kind !== 'session') throw personRequired();
  next();
};

/** Keeps a key that may only read from changing anything. */
export const requireScope: RequestHandler = (request, response, next) => {
  const caller = currentCaller(response);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (caller.kind === 'key' && caller.scope === 'read' && !isReading) throw keyMayOnlyRead();
  next();
};

/** A session that was ended is over at once, although its access tokens live a little longer. */
async function findSession({ accessTokens, sessions }: Pick<AccountDeps, 'accessTokens' | 'sessions'>, token: string) {
  const { sessionId } = await accessTokens.read(token);
  const user = await sessions.userOf(sessionId);
  return user && { user, caller: { kind: 'session', sessionId } as const };
}
