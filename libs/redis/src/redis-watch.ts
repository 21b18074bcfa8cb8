import type { Logger } from '@inlet/process/logger';
import type { RedisConnection } from '#connections.ts';
import { explainRefusal } from '#explain-refusal.ts';
import type { RedisKeys } from '#keys.ts';
import { isInCluster } from '#slot-connector.ts';

/** The state of Redis as a process sees it. */
export interface RedisWatch {
  /** Fails with the error of Redis unless Redis would take a write now. */
  readonly check: () => Promise<void>;
  /** True if Redis had no memory for new submissions at the last check. */
  readonly isFull: () => boolean;
  /** Resolves when a replica has all that this connection wrote, or at once where Redis has none; fails in time. */
  readonly confirm: () => Promise<void>;
  /** The time in so many milliseconds by the clock of Redis, which may differ from ours; undefined while it is unknown. */
  readonly timeIn: (ms: number) => number | undefined;
  /** What the last check found; null where it is unknown. */
  readonly state: () => RedisState;
  readonly close: () => void;
}

export interface RedisState {
  /** Whether Redis takes writes; null while it does not answer. */
  readonly isWritable: boolean | null;
  /** Null on a new connection. */
  readonly replicas: number | null;
  /** The share of its memory limit that Redis uses; 0 without a limit. */
  readonly memoryShare: number;
}

export interface RedisWatchOptions {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly logger: Logger;
}

const lookIntervalMs = 1_000;
/** Share of Redis's memory limit from which on submissions are turned away; the rest is for the work under way. */
const fullAt = 0.9;
/**
 * A replica answers in milliseconds. It stays below the second that a readiness check waits, because other commands of
 * this connection wait behind it.
 */
const confirmTimeoutMs = 750;
/** An answer that took longer says too little about what the time was when it was given. */
const clockAnswerMs = 150;

/** Checks Redis every second: whether it takes writes, how full it is, and how many replicas follow it. */
export function watchRedis({ redis, keys, logger }: RedisWatchOptions): RedisWatch {
  let memoryShare = 0;
  /** Null while it is unknown, as on a new connection. */
  let replicas: number | null = null;
  /** Null while Redis does not answer. */
  let isWritable: boolean | null = null;
  let isCluster = false;
  /** From the age of this process to Redis's time. */
  let clockOffsetMs: number | undefined;
  let looking: Promise<void> | undefined;
  let lookedAtMs = 0;

  function noteWritable(now: boolean | null, err?: unknown): void {
    if (now === false && isWritable !== false) {
      logger.error({ answer: (err as Error).message, next: explainRefusal(err) }, 'redis: refuses writes');
    }
    if (now === true && isWritable === false) logger.info('redis: accepts writes again');
    // What was refused before an outage is not known to be over.
    if (now !== null || isWritable) isWritable = now;
  }

  function noteCluster(info: string): void {
    if (isCluster || isInCluster(redis) || numberIn(info, 'cluster_enabled') === 0) return;
    isCluster = true;
    logger.error('redis: REDIS_URL is a node of a Redis Cluster; it must begin with redis+cluster://');
  }

  async function readClock(): Promise<void> {
    const startMs = performance.now();
    const [seconds, microseconds] = await redis.time();
    const endMs = performance.now();
    if (endMs - startMs > clockAnswerMs) return;
    clockOffsetMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - (startMs + endMs) / 2;
  }

  async function lookNow(): Promise<void> {
    lookedAtMs = performance.now();
    const [written, state] = await Promise.allSettled([
      // The key never exists, so `XX` writes nothing; Redis still refuses the command when it takes no writes.
      redis.set(keys.writeProbe, '1', 'XX'),
      redis.info('memory', 'replication', 'cluster'),
      readClock(),
    ]);
    if (state.status === 'fulfilled') {
      memoryShare = shareUsed(state.value);
      replicas = replicasOnline(state.value);
      noteCluster(state.value);
    }
    if (written.status === 'fulfilled') return noteWritable(true);
    noteWritable(isReply(written.reason) ? false : null, written.reason);
    throw written.reason;
  }

  /** One check at a time: while Redis is away, a connection may queue the commands. */
  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function confirm(): Promise<void> {
    if (replicas === null) await look();
    if (replicas === 0) return;
    const confirmed = await redis.wait(1, confirmTimeoutMs);
    if (confirmed < 1) throw new Error(`No replica confirmed within ${confirmTimeoutMs} ms what Redis has written`);
  }

  const lookQuietly = () => void look().catch(() => undefined);
  redis.on('ready', lookQuietly);
  redis.on('close', () => {
    replicas = null;
    // Another server may answer next.
    clockOffsetMs = undefined;
    // A worker's connection keeps its questions until Redis is back, so none of them fails.
    noteWritable(null);
  });
  const timer = setInterval(() => {
    // Others ask too, and an answer for them is one for all.
    if (performance.now() - lookedAtMs > lookIntervalMs / 2) lookQuietly();
  }, lookIntervalMs);
  timer.unref();

  return {
    check: look,
    isFull: () => memoryShare >= fullAt,
    confirm,
    timeIn: (ms) => (clockOffsetMs === undefined ? undefined : Math.round(clockOffsetMs + performance.now() + ms)),
    state: () => ({ isWritable, replicas, memoryShare }),
    close: () => {
      clearInterval(timer);
      redis.off('ready', lookQuietly);
    },
  };
}

/** True for an error that Redis answered, as opposed to a missing answer. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** The share of its limit that Redis uses, from what `INFO` says; 0 where there is no limit. */
export function shareUsed(info: string): number {
  const used = numberIn(info, 'used_memory');
  const limit = numberIn(info, 'maxmemory');
  return limit > 0 ? used / limit : 0;
}

/** Replicas that follow the primary, from what `INFO` says; one that is still being filled does not count. */
export function replicasOnline(info: string): number {
  return [...info.matchAll(/^slave\d+:.*\bstate=online\b/gm)].length;
}

function numberIn(info: string, name: string): number {
  // safe because: Redis writes the text, and a name is a word
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
