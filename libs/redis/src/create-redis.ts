import { parseSentinelUrl } from '@inlet/process/redis-url';
import { Redis, type RedisOptions } from 'ioredis';

/** A Sentinel that does not answer for so long is passed over. */
const sentinelTimeoutMs = 1_000;

/**
 * A connection to the Redis that an address names: a server, or the one that Sentinels say is the primary. Every
 * program that takes `REDIS_URL` opens it here.
 */
export function createRedis(url: string, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const address = parseSentinelUrl(url);
  if (address === null) return new Redis(url, options);
  const { sentinels, isTls, sentinelUsername, sentinelPassword, username, password, ...rest } = address;
  return new Redis({
    ...options,
    ...rest,
    sentinels: [...sentinels],
    sentinelCommandTimeout: sentinelTimeoutMs,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}
