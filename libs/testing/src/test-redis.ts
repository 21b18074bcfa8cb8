import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import '#provided-context.ts';

export type TestRedis = { url: string; prefix: string; close: () => Promise<void> };

const SCAN_COUNT = 1_000;

/** Creates a separate key prefix in Redis; `close` deletes every key with it. */
export async function createTestRedis(): Promise<TestRedis> {
  const url = inject('redisUrl');
  const prefix = `test-${randomBytes(8).toString('hex')}`;
  return { url, prefix, close: () => deleteKeys(url, prefix) };
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    // The prefix may be inside a hash tag, so it is matched anywhere; it is random, so no other key contains it.
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: SCAN_COUNT })) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}
