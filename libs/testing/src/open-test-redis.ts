import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { onTestFinished } from 'vitest';
import { createTestRedis } from '#test-redis.ts';

export interface OpenTestRedis {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly prefix: string;
  readonly connect: (role: RedisRole) => Promise<RedisConnection>;
}

const logger = createLogger({ service: 'test', level: 'silent' });
const connectTimeoutMs = 60_000;

/** Opens a separate key prefix in a real Redis; its connections are closed after the test. */
export async function openTestRedis(): Promise<OpenTestRedis> {
  const { url, prefix, close } = await createTestRedis();
  onTestFinished(close);

  async function connect(role: RedisRole): Promise<RedisConnection> {
    const connection = openRedis({ role, url, name: 'test', logger });
    onTestFinished(() => connection.disconnect());
    await waitUntilConnected(connection, connectTimeoutMs);
    return connection;
  }

  return { redis: await connect('client'), keys: redisKeys(prefix), prefix, connect };
}
