import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@inlet/local-servers/free-port';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { Redis } from 'ioredis';
import { expect, onTestFinished } from 'vitest';
import { closeWithTest } from '#close-with-test.ts';

export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  /** The server's data folder. */
  readonly folder: string;
  readonly pid: () => number;
  /** A connection that changes the server's settings. */
  readonly admin: Redis;
  /** Log messages of the connections below. */
  readonly logged: readonly string[];
  readonly open: (role: RedisRole, url?: string) => RedisConnection;
  readonly connect: (role: RedisRole, url?: string) => Promise<RedisConnection>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Runs work while the server is up but does not respond, as if its disk hung. */
  readonly whileHung: (work: () => Promise<void>) => Promise<void>;
}

const connectTimeoutMs = 60_000;

/** Starts a Redis server for one test, which may stop, halt or reconfigure it; it stops after the test. */
export async function startOwnRedis({
  persistent = true,
  further = {},
}: {
  readonly persistent?: boolean;
  readonly further?: Record<string, string>;
} = {}): Promise<OwnRedis> {
  const parent = await makeTemporaryFolder('inlet-own-redis-');
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'redis');
  const port = await freePort();
  const logged: string[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line).msg);
  const logger = createLogger({ service: 'test', level: 'info' }, { write });
  const start = () => startRedisServer({ dir: folder, port, persistent, further });
  let server = await closeWithTest(start(), async () => {
    signal('SIGCONT');
    await server.stop();
  });
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(server.pid, name);
    } catch {
      // The test may have stopped it already.
    }
  };
  const admin = new Redis(server.url);
  admin.on('error', () => undefined);
  onTestFinished(() => admin.disconnect());

  function open(role: RedisRole, url = server.url): RedisConnection {
    const redis = openRedis({ role, url, name: `test-${role}`, logger });
    onTestFinished(() => redis.disconnect());
    return redis;
  }

  return {
    ...{ port, url: server.url, folder, admin, logged, open },
    pid: () => server.pid,
    connect: async (role, url) => {
      const redis = open(role, url);
      await waitUntilConnected(redis, connectTimeoutMs);
      return redis;
    },
    start: async () => {
      server = await start();
    },
    stop: () => server.stop(),
    whileHung: async (work) => {
      signal('SIGSTOP');
      try {
        await work();
      } finally {
        signal('SIGCONT');
      }
    },
  };
}

/** The error of a command that waited two seconds for Redis; `npm run faults` checks the time. */
export const gaveUp = 'Command timed out';

/** Expects a failure that is not a timeout. */
export async function expectFailureAtOnce(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow(expect.not.objectContaining({ message: gaveUp }));
}

export function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}
