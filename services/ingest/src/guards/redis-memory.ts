import type { RedisConnection } from '@inlet/queue/connections';

/** Tells whether Redis has room for more. */
export interface RedisMemory {
  readonly isFull: () => boolean;
  /** As the last look showed it; 0 where there is no limit. */
  readonly shareUsed: () => number;
  readonly close: () => void;
}

/** Share of Redis's memory limit from which on submissions are turned away; the rest is for the work under way. */
const fullAt = 0.9;
const lookIntervalMs = 1_000;

/** Looks at Redis's memory every second. A Redis that does not answer is not full: it is away, which shows elsewhere. */
export function watchRedisMemory(redis: RedisConnection): RedisMemory {
  let share = 0;
  const timer = setInterval(() => {
    redis.info('memory').then(
      (info) => {
        share = shareUsed(info);
      },
      () => undefined,
    );
  }, lookIntervalMs);
  timer.unref();
  return { isFull: () => share >= fullAt, shareUsed: () => share, close: () => clearInterval(timer) };
}

/** The share of its limit that Redis uses, from what `INFO memory` says; 0 where there is no limit. */
export function shareUsed(info: string): number {
  const used = numberIn(info, 'used_memory');
  const limit = numberIn(info, 'maxmemory');
  return limit > 0 ? used / limit : 0;
}

function numberIn(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
