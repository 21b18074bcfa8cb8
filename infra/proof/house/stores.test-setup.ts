import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { writeBackup } from '@inlet/ops/backup/write-backup';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { hotPath } from '#house/house.test-setup.ts';

export type Store = Awaited<ReturnType<typeof keep>>;
export type BreakableHouse = Awaited<ReturnType<typeof openBreakableHouse>>;

type Folders = Partial<Record<'postgres' | 'redis', string>>;

interface Place {
  readonly dir: string;
  readonly logFile?: string;
}

/** The hot path with a PostgreSQL and a Redis that the test may break. */
export async function openBreakableHouse(folders: Folders = {}, environment: Readonly<Record<string, string>> = {}) {
  const stores = await startStores(folders);
  const urls = { databaseUrl: stores.postgres.url, redisUrl: stores.redis.url };
  return { ...(await startFleets(1, { ...urls, services: hotPath, environment })), stores };
}

/**
 * PostgreSQL and Redis for one test alone, with their logs in one folder. Both write to disk as in production; one
 * folder may be given, with the disk that contains it.
 */
export async function startStores(folders: Folders = {}) {
  const folder = await createDisposableFolder();
  const logs = join(folder, 'logs');
  await mkdir(logs);
  const placeOf = (store: keyof Folders) => ({
    dir: folders[store] ?? join(folder, store),
    logFile: join(logs, `${store}.log`),
  });
  const [postgres, redis] = await Promise.all([keepPostgres(placeOf('postgres')), keepRedis(placeOf('redis'))]);
  await migrate(postgres.url);
  return { postgres, redis, logs };
}

// A child of PostgreSQL would outlive its killed parent and hold the memory that the next one needs.
export const keepPostgres = (place: Place) =>
  keep((port) => startEmbeddedPostgres({ ...place, ...port, database: 'inlet' }), 'SIGQUIT');

export const keepRedis = (place: Place) => keep((port) => startRedisServer({ ...place, ...port }), 'SIGKILL');

/** A server that a test may kill and restart at the same address; it ends with the test, even if it is stopped. */
async function keep(start: (port: { port?: number }) => ReturnType<typeof startRedisServer>, signal: NodeJS.Signals) {
  let running: Awaited<ReturnType<typeof start>>;
  running = await closeWithTest(start({}), () => {
    resume(running.pid);
    return running.stop();
  });
  return {
    url: running.url,
    pid: () => running.pid,
    /** Settles when the server has ended, for any reason. */
    exited: () => running.exited,
    /** Kills the server, and resolves when it is gone. */
    kill: async () => {
      process.kill(running.pid, signal);
      await running.exited;
    },
    /** Restarts the server at the same address. */
    revive: async () => {
      running = await start({ port: running.port });
    },
  };
}

/** A backup of a product that is removed with the test. */
export async function backUp(stores: Parameters<typeof writeBackup>[0]) {
  const path = join(await createDisposableFolder(), 'inlet.backup');
  return { path, written: await writeBackup(stores, path) };
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // The server has ended in its test.
  }
}
