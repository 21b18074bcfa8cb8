import { parseSentinelUrl } from '@inlet/process/redis-url';
import { Redis, type RedisOptions } from 'ioredis';

/** A Sentinel that does not respond within this time is skipped. */
const sentinelTimeoutMs = 1_000;

/**
 * Connects to the Redis of an address: a server, or the primary that Sentinels report. Every program that takes
 * `REDIS_URL` connects with this function.
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
