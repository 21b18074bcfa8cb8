import { setImmediate } from 'node:timers/promises';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { Logger } from '@inlet/service/logger';
import type { Limit } from '#access/limits/limits.ts';
import { createLocalCounts } from '#access/limits/local-counts.ts';
import { createUnderWay } from '#access/limits/under-way.ts';
import { tooManyAttempts } from '#errors.ts';

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
  /** Gives attempts back that led to nothing. */
  readonly release: (counters: readonly Counter[]) => Promise<void>;
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
const releaseScript = `
  for _, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
  end`;

/** Guesses that wait for others of the same counter do so this often: thirty right ones at once then get through. */
const waitsMax = 3;

/**
 * Counts attempts in Redis, where all processes of the service see them. While Redis is away each process counts for
 * itself: nobody is kept out by that, and nobody guesses without end.
 */
export function createAttempts({ redis, keys, logger, isOn }: AttemptsOptions): Attempts {
  const local = createLocalCounts();
  const underWay = createUnderWay();
  const nameOf = ({ limit, subject }: Counter) => keys.attempts(`${limit.name}:${subject}`);

  /** The seconds to wait, 0 for none, and whether only this process has counted. */
  async function count(counters: readonly Counter[]): Promise<{ wait: number; isLocal: boolean }> {
    if (!isOn) return { wait: 0, isLocal: true };
    const limits = counters.flatMap(({ limit }) => [limit.max, limit.windowSeconds]);
    try {
      const wait = await redis.eval(takeScript, counters.length, ...counters.map(nameOf), ...limits);
      return { wait: Number(wait), isLocal: false };
    } catch (err) {
      logger.warn({ err }, 'attempt limits: redis away, counting in this process alone');
      const named = counters.map((counter) => ({ ...counter.limit, name: nameOf(counter) }));
      return { wait: local.take(named), isLocal: true };
    }
  }

  async function release(counters: readonly Counter[], isLocal: boolean): Promise<void> {
    const names = counters.map(nameOf);
    if (isLocal) local.release(names);
    if (isLocal || redis.status !== 'ready') return;
    try {
      await redis.eval(releaseScript, names.length, ...names);
    } catch (err) {
      logger.warn({ err }, 'attempt limits: release failed');
    }
  }

  /** Takes an attempt. Where guesses under way have used the limit up, they may be right and give theirs back. */
  async function takeInTurn(counters: readonly Counter[]): Promise<{ isLocal: boolean }> {
    const names = counters.map(nameOf);
    for (let waits = 0; ; waits += 1) {
      const endedBefore = underWay.ended();
      const { wait, isLocal } = await count(counters);
      if (wait === 0) return { isLocal };
      // Replies of Redis come together: guesses that were let in beside this one have begun a turn later.
      await setImmediate();
      const others = underWay.settled(names);
      const mayHaveRoom = others !== null || underWay.ended() > endedBefore;
      if (!mayHaveRoom || waits === waitsMax) throw tooManyAttempts(wait);
      await others;
    }
  }

  async function attempt<T>(counters: readonly Counter[], isLocal: boolean, work: () => Promise<T | null>) {
    let isWrong = false;
    try {
      const found = await work();
      isWrong = found === null;
      return found;
    } finally {
      if (!isWrong) await release(counters, isLocal);
    }
  }

  return {
    take: async (counters) => {
      const { wait } = await count(counters);
      if (wait > 0) throw tooManyAttempts(wait);
    },
    isLeft: async (counters) => (await count(counters)).wait === 0,
    release: (counters) => release(counters, false),
    guess: async (counters, work) => {
      const { isLocal } = await takeInTurn(counters);
      const guess = attempt(counters, isLocal, work);
      underWay.begin(counters.map(nameOf), guess);
      return guess;
    },
  };
}
