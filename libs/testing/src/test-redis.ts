import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import '#provided-context.ts';

export type TestRedis = { url: string; prefix: string; close: () => Promise<void> };

const SCAN_COUNT = 1_000;

/** A corner of Redis of one's own: every key that carries the prefix is deleted by `close`. */
export async function createTestRedis(): Promise<TestRedis> {
  const url = inject('redisUrl');
  const prefix = `test-${randomBytes(8).toString('hex')}`;
  return { url, prefix, close: () => deleteKeys(url, prefix) };
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    // The prefix may stand inside a hash tag, so it is looked for anywhere; it is random, so nothing else holds it.
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: SCAN_COUNT })) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}
