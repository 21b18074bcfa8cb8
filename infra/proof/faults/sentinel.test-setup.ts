import { join } from 'node:path';
import { startRedisSentinel } from '@inlet/local-servers/redis-sentinel';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createRedis } from '@inlet/redis/create-redis';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { keepRedis, type Store } from '#house/stores.test-setup.ts';

const name = 'main';
const downAfterMs = 1_000;
const electedWithinMs = 60_000;

/** A Redis with a replica, and the Sentinels that watch them. */
export async function startWatchedPair(sentinelCount: number) {
  const folder = await createDisposableFolder();
  const servers = [
    await keepRedis({ dir: join(folder, 'one') }),
    await keepRedis({ dir: join(folder, 'two') }),
  ] as const;
  const [primary, replica] = servers;
  const primaryPort = Number(new URL(primary.url).port);
  await ask(primary.url, (redis) => redis.config('SET', 'repl-diskless-sync-delay', '0'));
  await ask(replica.url, (redis) => redis.replicaof('127.0.0.1', primaryPort));
  const sentinels = await Promise.all(
    Array.from({ length: sentinelCount }, (_, index) => {
      const dir = join(folder, `sentinel-${index}`);
      const quorum = Math.floor(sentinelCount / 2) + 1;
      const starting = startRedisSentinel({ dir, name, primaryPort, downAfterMs, quorum });
      return closeWithTest(starting, ({ stop }) => stop());
    }),
  );

  const infoOf = ({ url }: Store) => ask(url, (redis) => redis.info('replication')).catch(() => '');
  /** Each Sentinel sees the primary, a replica that is up, and enough other Sentinels to decide. */
  const isAgreed = async (port: number) =>
    ask(`redis://127.0.0.1:${port}`, async (redis) => {
      const quorum = await redis.call('SENTINEL', 'CKQUORUM', name).catch(() => '');
      const replicas = String(await redis.call('SENTINEL', 'REPLICAS', name));
      return String(quorum).startsWith('OK') && replicas.includes('flags,slave,');
    });
  const pair = {
    /** The value of `REDIS_URL`. */
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/${name}`,
    servers,
    /** Waits until this server is the primary. */
    untilPrimary: async (server: Store) => {
      const isPrimary = async () => (await infoOf(server)).includes('role:master');
      await waitUntil(isPrimary, { timeoutMs: electedWithinMs, intervalMs: 20, what: 'the promotion' });
    },
    /** Waits until this server has the other as its replica, and the Sentinels know it. */
    untilFollowed: async (server: Store) => {
      const isFollowed = async () =>
        (await infoOf(server)).includes('state=online') &&
        (await Promise.all(sentinels.map(({ port }) => isAgreed(port)))).every(Boolean);
      await waitUntil(isFollowed, { timeoutMs: electedWithinMs, what: 'the replica to follow' });
    },
  };
  await pair.untilFollowed(primary);
  return pair;
}

async function ask<T>(url: string, question: (redis: ReturnType<typeof createRedis>) => Promise<T>): Promise<T> {
  const redis = createRedis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null, commandTimeout: 1_000 });
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
