import { type ClusterAddress, parseClusterUrl, parseSentinelUrl } from '@inlet/process/redis-url';
import { Redis, type RedisOptions } from 'ioredis';
import { isOnAnotherNode } from '#refused-by-cluster.ts';
import { createSlotConnector } from '#slot-connector.ts';

/** A Sentinel that does not respond within this time is skipped. */
const sentinelTimeoutMs = 1_000;
/** Makes ioredis send a refused command again once it is connected anew. */
const resend = 2;

type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * Connects to the Redis of an address: a server, the primary that Sentinels report, or the master of a cluster that has
 * the keys with this prefix. Every program that takes `REDIS_URL` connects with this function.
 */
export function createRedis(url: string, options: Options, prefix?: string): Redis {
  const cluster = parseClusterUrl(url);
  if (cluster) return connectToSlot(cluster, options, prefix);
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

function connectToSlot(address: ClusterAddress, options: Options, prefix: string | undefined): Redis {
  if (prefix === undefined) throw new Error('A connection to a Redis Cluster needs the prefix of the keys');
  const { username, password, isTls } = address;
  return new Redis({
    // The node did not execute the command, so the right one may.
    reconnectOnError: (error) => (isOnAnotherNode(error) ? resend : false),
    ...options,
    Connector: createSlotConnector(address, prefix),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isTls && { tls: {} }),
  });
}
