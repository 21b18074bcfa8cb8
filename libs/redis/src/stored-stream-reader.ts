import { startBackgroundLoop } from '@inlet/service/background-loop';
import type { Logger } from '@inlet/service/logger';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';
import { parseStored, type StoredBatch } from '#stored-stream.ts';

export interface StoredReaderOptions {
  /** A connection of the reader's own, of the role `consumer`: waiting for news blocks it. It ends with the reader. */
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly logger: Logger;
  /** A connection without any answer for this long is replaced. */
  readonly idleTimeoutMs: number;
  /** Receives all entries of the stream: at the start, and again when entries may be lost. */
  readonly onHistory: (batches: readonly StoredBatch[]) => Promise<void>;
  /** Receives each later batch, in order; the next one comes when the promise has resolved. */
  readonly onBatch: (batch: StoredBatch) => Promise<void>;
}

export interface StoredReader {
  readonly close: () => Promise<void>;
}

/** The position before everything. */
export const beginning = '0-0';
/** Announcements that are read at once: at 120 kB each, the largest answer has 6 MB. */
const pageSize = 50;
const retryMs = 1_000;
const complaint = 'stored-submissions stream: read failed';
/**
 * Pause between two reads, so that entries are read together. Under load there are hundreds of entries a
 * second; to wake up for each took a tenth of a core here and in Redis, and nobody sees fifty milliseconds. A
 * second would be seen: the listeners of a busy form would be told to read again twice for one burst.
 */
const gatherMs = 50;

/**
 * Follows the stream of stored submissions for the life of the process, through outages of Redis: the position
 * is kept here, so entries from the outage are read afterwards.
 */
export function readStored(options: StoredReaderOptions): StoredReader {
  const { redis, keys, logger, idleTimeoutMs, onHistory, onBatch } = options;
  // Redis answers at least this often, with or without entries.
  const waitMs = Math.floor(idleTimeoutMs / 3);
  let position: string | null = null;

  /** A connection can look alive and be dead; only an answer shows that it is not. */
  async function answered<T>(answer: Promise<T>): Promise<T> {
    const idleTimer = setInterval(() => {
      if (redis.status === 'ready') redis.disconnect(true);
    }, idleTimeoutMs);
    try {
      return await answer;
    } finally {
      clearInterval(idleTimer);
    }
  }

  async function readAll(): Promise<{ batches: StoredBatch[]; last: string }> {
    const batches: StoredBatch[] = [];
    let last = beginning;
    for (;;) {
      const page = await answered(redis.xrange(keys.stored, `(${last}`, '+', 'COUNT', pageSize));
      batches.push(...parseEntries(page));
      last = page.at(-1)?.[0] ?? last;
      if (page.length < pageSize) return { batches, last };
    }
  }

  /** The stream forgets its oldest ones first: while it still has the last one that was read, nothing is missing. */
  async function isMissing(last: string): Promise<boolean> {
    return last !== beginning && (await answered(redis.xrange(keys.stored, last, last))).length === 0;
  }

  function parseEntries(entries: readonly (readonly [string, readonly string[]])[]): StoredBatch[] {
    return entries.flatMap(([id, fields]) => {
      const batch = parseStored(id, fields);
      if (batch === null) logger.warn({ position: id }, 'stored-submissions stream: entry unreadable');
      return batch ?? [];
    });
  }

  async function step(): Promise<void> {
    if (position === null) {
      const { batches, last } = await readAll();
      await onHistory(batches);
      position = last;
      return;
    }
    const news = await answered(redis.xread('COUNT', pageSize, 'BLOCK', waitMs, 'STREAMS', keys.stored, position));
    if (await isMissing(position)) {
      logger.warn({ position }, 'stored-submissions stream: entries may be lost');
      position = null;
      return;
    }
    const entries = news?.[0]?.[1] ?? [];
    for (const batch of parseEntries(entries)) {
      await onBatch(batch);
      position = batch.position;
    }
    position = entries.at(-1)?.[0] ?? position;
  }

  const loop = startBackgroundLoop({ intervalMs: gatherMs, retryMs, logger, complaint }, async ({ signal }) => {
    try {
      await step();
    } catch (err) {
      // The closing ends the connection, and with it the read that waits.
      if (!signal.aborted) throw err;
    }
  });
  return {
    close: async () => {
      const closed = loop.close();
      redis.disconnect();
      await closed;
    },
  };
}
