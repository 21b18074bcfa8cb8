import type { CountersNeed } from '@inlet/contracts/quotas';
import { defineGauge, type Metrics } from '@inlet/observe/metrics';
import { startBackgroundLoop } from '@inlet/process/background-loop';
import { inTime, late } from '@inlet/process/in-time';
import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import type { DirectIntake } from '#paths/direct-intake.ts';

/** Which way batches take: through the queue in Redis, or directly to the worker. */
export interface PathSwitch {
  /** True while Redis is away, hangs or takes no writes. */
  readonly isAway: () => boolean;
  /** True while Redis has no memory for more. */
  readonly isFull: () => boolean;
  /** Redis did not take a batch. It is used again when it takes a write in time and its counters are complete. */
  readonly leaveQueue: (reason: unknown) => void;
  /** A batch was stored directly, which the counters in Redis lack until the worker has flushed it. */
  readonly noteDirect: () => void;
  /** True if this process has stored something directly that may not be flushed. */
  readonly hasUnflushed: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PathSwitchOptions {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly redisWatch: Pick<RedisWatch, 'check' | 'confirm' | 'isFull'>;
  readonly direct: Pick<DirectIntake, 'flush'>;
  /** Has account make counters that are missing. */
  readonly makeCounters: (need: CountersNeed) => Promise<void>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Timeout of Redis, which answers in a few milliseconds. A visitor hardly notices it before the direct path. */
export const redisTimeoutMs = 150;
/** An outage is found out by the first batch in it, or by this look when nothing is sent. */
const lookEveryMs = 1_000;
const probeEveryMs = 100;
const probeKeptMs = 60_000;

/** Redis is left at once, and used again by itself when it takes writes in time and knows of what was stored directly. */
export function openPathSwitch(options: PathSwitchOptions): PathSwitch {
  const { redis, keys, redisWatch, direct, makeCounters, metrics, logger } = options;
  let isAway = false;
  let hasUnflushed = false;

  function leave(err: unknown): void {
    if (!isAway) logger.warn({ err }, 'paths: batches go directly to the worker');
    isAway = true;
  }

  /** While Redis is not used, a real write shows whether it and its replica would take one. */
  async function tryRedis(): Promise<void> {
    await redisWatch.check();
    if (!isAway) return;
    await redis.set(keys.pathProbe, '1', 'PX', probeKeptMs);
    await redisWatch.confirm();
  }

  /** Without this the queue would accept what the direct path has used up. */
  async function completeCounters(): Promise<void> {
    const flushed = await direct.flush().catch((error: unknown) => {
      if (hasUnflushed) throw error;
      return null;
    });
    if (flushed === null) return;
    if (flushed.uncounted.length > 0) await makeCounters({ accounts: flushed.uncounted, isRefused: false });
    if (!flushed.isFlushed) throw new Error('The counters lack what was stored directly');
  }

  const loop = { intervalMs: lookEveryMs, retryMs: probeEveryMs, logger, complaint: 'paths: Redis cannot be used' };
  const probe = startBackgroundLoop(loop, async () => {
    const trial = tryRedis();
    const startMs = performance.now();
    try {
      if ((await inTime(trial, redisTimeoutMs)) === late) leave(new Error('Redis is slow'));
      // Another question would only join those that Redis owes an answer.
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

  const isDirect = 'Whether batches go directly to the worker, because Redis cannot be used';
  defineGauge(metrics, 'inlet_direct_path', isDirect, () => Number(isAway || hasUnflushed || redisWatch.isFull()));
  return {
    isAway: () => isAway,
    isFull: redisWatch.isFull,
    noteDirect: () => {
      hasUnflushed = true;
    },
    hasUnflushed: () => hasUnflushed,
    leaveQueue: (reason) => {
      leave(reason);
      probe.wake();
    },
    close: probe.close,
  };
}
