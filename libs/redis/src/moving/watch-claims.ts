import type { RedisConnection } from '#connections.ts';
import { createRedis } from '#create-redis.ts';
import type { Lane } from '#lanes.ts';

/** Hears which idempotency keys of a lane change. */
export interface ClaimWatch {
  /**
   * The names that have changed since the last call, all changes included that were made before it. Fails if some may
   * be missing.
   */
  readonly take: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** The channel to which Redis reports changes for a connection that reads RESP 2. */
const channel = '__redis__:invalidate';
const connectTimeoutMs = 2_000;
const lostMessage = 'Redis was away for a moment, so changes of idempotency keys are unknown';

/**
 * Redis itself tells what changes (`CLIENT TRACKING`), so that the keys of the last moments are found among millions
 * without looking at all of them. A second connection hears it, because ioredis drops such messages in RESP 3.
 */
export async function watchClaims(
  { redis, keys }: Pick<Lane, 'redis' | 'keys'>,
  { url, prefix }: { readonly url: string; readonly prefix: string },
): Promise<ClaimWatch> {
  const start = keys.idempotency('');
  const changed = new Set<string>();
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  const listener = createRedis(
    url,
    {
      protocol: 2,
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: connectTimeoutMs,
      retryStrategy: () => null,
      sentinelRetryStrategy: () => null,
    },
    prefix,
  );
  listener.on('error', lose);
  listener.on('close', lose);
  redis.on('close', lose);
  listener.on('messageBuffer', (_channel, message: unknown) => {
    // No list means that Redis has forgotten everything.
    if (!Array.isArray(message)) return lose();
    for (const key of message) changed.add(String(key).slice(start.length));
  });

  async function close(): Promise<void> {
    redis.off('close', lose);
    listener.disconnect();
    await redis.client('TRACKING', 'OFF').catch(() => undefined);
  }

  try {
    await listener.connect();
    const id = await listener.client('ID');
    const servers = await Promise.all([redis, listener].map(runIdOf));
    if (servers[0] !== servers[1]) throw new Error(lostMessage);
    await listener.subscribe(channel);
    await redis.client('TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', start);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    take: async () => {
      // What changed before this command was written to the listener's connection before its reply. The key's slot may
      // be on another node by now, which the lane's own connection learns from this command.
      await redis.exists(keys.countersSince);
      await listener.ping();
      if (isLost) throw new Error(lostMessage);
      const names = [...changed];
      changed.clear();
      return names;
    },
    close,
  };
}

/** Numbers of connections mean nothing on another server, which may be the primary since a moment ago. */
async function runIdOf(redis: RedisConnection): Promise<string | undefined> {
  return /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1];
}
