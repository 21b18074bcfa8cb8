import type { RedisConnection } from '@inlet/queue/connections';
import type { RedisKeys } from '@inlet/queue/keys';
import type { Logger } from '@inlet/service/logger';
import { tooManyAttempts } from '#errors.ts';
import type { Limit } from '#limits/limits.ts';

/** A limit, and whom it counts for. */
export interface Counter {
  readonly limit: Limit;
  readonly subject: string;
}

export interface Attempts {
  /** Counts one attempt in every counter, or refuses with 429 where one of them is full. */
  readonly take: (counters: readonly Counter[]) => Promise<void>;
  /** The same without a word: tells whether there was room. */
  readonly isLeft: (counters: readonly Counter[]) => Promise<boolean>;
  /** Does the work within the limits. Only an attempt that answers null, a wrong guess, stays counted. */
  readonly guess: <T>(counters: readonly Counter[], work: () => Promise<T | null>) => Promise<T | null>;
}

export interface AttemptsOptions {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly logger: Logger;
  readonly isOn: boolean;
}

/**
 * All counters or none: an attempt that one limit refuses must not use up another one. An attempt is counted before it
 * is made, so however many come at once, no more than the limit get through. Answers the seconds to wait, 0 for none.
 */
const takeScript = `
  local wait = 0
  for i, key in ipairs(KEYS) do
    local count = tonumber(redis.call('GET', key) or '0')
    if count >= tonumber(ARGV[2 * i - 1]) then wait = math.max(wait, redis.call('TTL', key), 1) end
  end
  if wait > 0 then return wait end
  for i, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  end
  return 0`;

/** A counter whose time ran out in between stays away: below zero it would allow more than its limit. */
const giveBackScript = `
  for _, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
  end`;

/** Counts attempts in Redis, where all processes of the service see them. Without Redis everybody is let through. */
export function createAttempts({ redis, keys, logger, isOn }: AttemptsOptions): Attempts {
  const nameOf = ({ limit, subject }: Counter) => keys.attempts(`${limit.name}:${subject}`);

  async function count(counters: readonly Counter[]): Promise<number> {
    if (!isOn) return 0;
    const limits = counters.flatMap(({ limit }) => [limit.max, limit.windowSeconds]);
    try {
      return Number(await redis.eval(takeScript, counters.length, ...counters.map(nameOf), ...limits));
    } catch (err) {
      // A Redis that is away must not keep people out of their accounts.
      logger.warn({ err }, 'attempts could not be counted');
      return 0;
    }
  }

  async function giveBack(counters: readonly Counter[]): Promise<void> {
    if (!isOn || redis.status !== 'ready') return;
    try {
      await redis.eval(giveBackScript, counters.length, ...counters.map(nameOf));
    } catch (err) {
      logger.warn({ err }, 'an attempt could not be given back');
    }
  }

  async function take(counters: readonly Counter[]): Promise<void> {
    const waitSeconds = await count(counters);
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
  }

  return {
    take,
    isLeft: async (counters) => (await count(counters)) === 0,
    guess: async (counters, work) => {
      await take(counters);
      let isWrong = false;
      try {
        const found = await work();
        isWrong = found === null;
        return found;
      } finally {
        if (!isWrong) await giveBack(counters);
      }
    },
  };
}
