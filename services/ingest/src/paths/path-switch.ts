import type { CountersNeed } from '@inlet/contracts/quotas';
import { startBackgroundLoop } from '@inlet/process/background-loop';
import { inTime, late } from '@inlet/process/in-time';
import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import type { DirectIntake } from '#paths/direct-intake.ts';

/** The path of a lane's batches: through the queue in Redis, or directly to the worker. */
export interface PathSwitch {
  /** True while Redis is away, hangs or accepts no writes. */
  readonly isAway: () => boolean;
  /** True while Redis has no memory for more. */
  readonly isFull: () => boolean;
  /**
   * Call it when Redis did not accept a batch. Redis is used again once it accepts a write in time and its counters are
   * complete.
   */
  readonly leaveQueue: (reason: unknown) => void;
  /** Call it when a batch was stored directly, which the counters in Redis lack until the worker has flushed it. */
  readonly noteDirect: () => void;
  /** True if this process has stored batches directly that may not be flushed. */
  readonly hasUnflushed: () => boolean;
  /** True if the next batch does not go through the queue. */
  readonly isDirect: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PathSwitchOptions {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly redisWatch: Pick<RedisWatch, 'check' | 'confirm' | 'isFull'>;
  readonly direct: Pick<DirectIntake, 'flush'>;
  /** Makes account create missing counters. */
  readonly makeCounters: (need: CountersNeed) => Promise<void>;
  readonly logger: Logger;
}

/** The timeout of Redis, which replies in a few milliseconds. A visitor hardly notices it before the direct path. */
export const redisTimeoutMs = 150;
/** An outage is detected by the first batch during it, or by this check if nothing is sent. */
const lookEveryMs = 1_000;
const probeEveryMs = 100;
const probeKeptMs = 60_000;

/**
 * Redis is abandoned at once, and used again automatically when it accepts writes in time and includes what was stored
 * directly.
 */
export function openPathSwitch(options: PathSwitchOptions): PathSwitch {
  const { redis, keys, redisWatch, direct, makeCounters, logger } = options;
  let isAway = false;
  let hasUnflushed = false;

  function leave(err: unknown): void {
    if (!isAway) logger.warn({ err }, 'paths: batches go directly to the worker');
    isAway = true;
  }

  /** While Redis is not in use, a real write shows whether it and its replica would accept one. */
  async function tryRedis(): Promise<void> {
    await redisWatch.check();
    if (!isAway) return;
    await redis.set(keys.pathProbe, '1', 'PX', probeKeptMs);
    await redisWatch.confirm();
  }

  /** Without this, the queue would accept submissions for quota that the direct path has used. */
  async function completeCounters(): Promise<void> {
    const flushed = await direct.flush().catch((error: unknown) => {
      if (hasUnflushed) throw error;
      return null;
    });
    if (flushed === null) return;
    if (flushed.uncounted.length > 0) await makeCounters({ accounts: flushed.uncounted, isRefused: false });
    if (!flushed.isFlushed) throw new Error('The counters lack directly stored batches');
  }

  const loop = { intervalMs: lookEveryMs, retryMs: probeEveryMs, logger, complaint: 'paths: Redis cannot be used' };
  const probe = startBackgroundLoop(loop, async () => {
    const trial = tryRedis();
    const startMs = performance.now();
    try {
      if ((await inTime(trial, redisTimeoutMs)) === late) leave(new Error('Redis is slow'));
      // Wait for the pending command; another one would only queue behind it.
      await trial;
    } catch (err) {
      leave(err);
      throw err;
    }
    if (performance.now() - startMs > redisTimeoutMs) throw new Error('Redis is slow');
    if (!isAway && !hasUnflushed) return;
    await completeCounters();
    if (isAway) logger.info('paths: batches go through Redis again');
    isAway = false;
    hasUnflushed = false;
  });

  return {
    isAway: () => isAway,
    isFull: redisWatch.isFull,
    noteDirect: () => {
      hasUnflushed = true;
    },
    hasUnflushed: () => hasUnflushed,
    isDirect: () => isAway || hasUnflushed || redisWatch.isFull(),
    leaveQueue: (reason) => {
      leave(reason);
      probe.wake();
    },
    close: probe.close,
  };
}
