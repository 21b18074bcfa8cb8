import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import type { Limit } from '#access/limits/limits.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** Lets whoever is signed in use a route only so often. */
export function limitAccount({ attempts }: Pick<AccountDeps, 'attempts'>, limit: Limit): RequestHandler {
  return async (_request, response, next) => {
    await attempts.take([{ limit, subject: currentUser(response).id }]);
    next();
  };
}
