import { unavailable } from '@inlet/http/errors';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#account-deps.ts';

const markSeconds = 60;

/**
 * Refuses all requests while no mail can be queued, whether or not one would be sent. The check writes something: a
 * full Redis still serves reads, but refuses writes.
 */
export function requireMail({ redis, keys }: Pick<AccountDeps, 'redis' | 'keys'>): RequestHandler {
  return async (_request, _response, next) => {
    await redis.set(keys.attempts('mail'), '', 'EX', markSeconds).catch(() => {
      throw unavailable();
    });
    next();
  };
}
