import type { RequestHandler } from 'express';
import { currentUser } from '#auth/caller.ts';
import type { AccountDeps } from '#deps.ts';
import type { Limit } from '#limits/limits.ts';

/** Lets whoever is signed in use a route only so often. */
export function limitAccount({ attempts }: Pick<AccountDeps, 'attempts'>, limit: Limit): RequestHandler {
  return async (_request, response, next) => {
    await attempts.take([{ limit, subject: currentUser(response).id }]);
    next();
  };
}
