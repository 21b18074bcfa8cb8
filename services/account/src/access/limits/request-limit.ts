import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { Logger } from '@inlet/service/logger';
import { requestsOfAccount } from '#access/limits/limits.ts';
import { tooManyRequests } from '#errors.ts';

export interface RequestLimit {
  /** Counts one request of an account, or refuses it with 429. */
  readonly take: (userId: string) => void;
}

export interface RequestLimitOptions {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly logger: Logger;
  readonly isOn: boolean;
}

interface Window {
  /** Requests of all processes, as far as they are known here. */
  count: number;
  /** Those of them that were not reported to Redis yet. */
  unreported: number;
  untilMs: number;
}

/** What several processes together may let through too much: what comes to each of them within this time. */
const reportAfterMs = 1_000;

/** Adds what was counted here and answers what all have counted, and how long the window still is. */
const reportScript = `
  local answers = {}
  for i, key in ipairs(KEYS) do
    local added = tonumber(ARGV[2 * i - 1])
    local count = redis.call('INCRBY', key, added)
    if count == added then redis.call('PEXPIRE', key, ARGV[2 * i]) end
    answers[2 * i - 1] = count
    answers[2 * i] = redis.call('PTTL', key)
  end
  return answers`;

/**
 * Counts in memory, so that a request costs no way to Redis, and tells Redis of all accounts once a second, where the
 * other processes of the service do the same. While Redis is away each process counts by itself.
 */
export function createRequestLimit({ redis, keys, logger, isOn }: RequestLimitOptions): RequestLimit {
  const { name, max, windowSeconds } = requestsOfAccount;
  const windows = new Map<string, Window>();
  let isReporting = false;

  function windowOf(userId: string, nowMs: number): Window {
    const known = windows.get(userId);
    if (known && known.untilMs > nowMs) return known;
    const begun = { count: 0, unreported: 0, untilMs: nowMs + windowSeconds * 1_000 };
    windows.set(userId, begun);
    return begun;
  }

  async function report(): Promise<void> {
    const nowMs = performance.now();
    for (const [userId, { untilMs }] of windows) if (untilMs <= nowMs) windows.delete(userId);
    const reported = [...windows]
      .filter(([, { unreported }]) => unreported > 0)
      .map(([userId, own]) => ({ userId, own, added: own.unreported }));
    if (reported.length === 0) return;
    const names = reported.map(({ userId }) => keys.attempts(`${name}:${userId}`));
    const values = reported.flatMap(({ own, added }) => [added, Math.ceil(own.untilMs - nowMs)]);
    const answers = (await redis.eval(reportScript, names.length, ...names, ...values)) as number[];
    for (const [index, { own, added }] of reported.entries()) {
      own.unreported -= added;
      own.count = Number(answers[2 * index]) + own.unreported;
      own.untilMs = performance.now() + Number(answers[2 * index + 1]);
    }
  }

  function reportLater(): void {
    if (isReporting) return;
    isReporting = true;
    setTimeout(reportAndRest, reportAfterMs).unref();
  }

  async function reportAndRest(): Promise<void> {
    try {
      await report();
    } catch (err) {
      logger.warn({ err }, 'request limit: redis away, counting in this process alone');
    }
    isReporting = false;
  }

  return {
    take: (userId) => {
      if (!isOn) return;
      const nowMs = performance.now();
      const own = windowOf(userId, nowMs);
      if (own.count >= max) throw tooManyRequests(max, Math.ceil((own.untilMs - nowMs) / 1_000));
      own.count += 1;
      own.unreported += 1;
      reportLater();
    },
  };
}
