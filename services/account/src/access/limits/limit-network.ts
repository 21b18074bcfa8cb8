import { networkOf } from '@inlet/service/client-address';
import type { RequestHandler } from 'express';
import { clientOf } from '#access/client-of.ts';
import type { Limit } from '#access/limits/limits.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** Lets a network use a route only so often. */
export function limitNetwork({ attempts }: Pick<AccountDeps, 'attempts'>, limit: Limit): RequestHandler {
  return async (_request, response, next) => {
    await attempts.take([{ limit, subject: networkOf(clientOf(response).address) }]);
    next();
  };
}
