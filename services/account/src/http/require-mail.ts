import { unavailable } from '@inlet/http/errors';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#account-deps.ts';

const markSeconds = 60;

/**
 * Refuses everybody while no mail can be handed over, whether or not there would be one to send. Something is written
 * to find out: a Redis that is full still answers reads, but refuses writes.
 */
export function requireMail({ redis, keys }: Pick<AccountDeps, 'redis' | 'keys'>): RequestHandler {
  return async (_request, _response, next) => {
    await redis.set(keys.attempts('mail'), '', 'EX', markSeconds).catch(() => {
      throw unavailable();
    });
    next();
  };
}
