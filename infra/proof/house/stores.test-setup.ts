import { join } from 'node:path';
import { migrate } from '@inlet/db/migrate';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { startEmbeddedPostgres } from '@inlet/testing/embedded-postgres';
import { startRedisServer } from '@inlet/testing/redis-server';
import { onTestFinished } from 'vitest';

export interface Store {
  readonly url: string;
  readonly pid: () => number;
  /** Settles when it has ended, for any reason. */
  readonly exited: () => Promise<void>;
  /** Ends it in the middle of its work, and answers when it is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again where it was. */
  readonly revive: () => Promise<void>;
}

type Running = { url: string; port: number; pid: number; exited: Promise<void>; stop: () => Promise<void> };

export interface Stores {
  readonly postgres: Store;
  readonly redis: Store;
}

/**
 * PostgreSQL and Redis for one test alone, which may break them. Both write to disk as in production;
 * the folder of one may be given, with the disk that it is on.
 */
export async function startStores(folders: Partial<Record<keyof Stores, string>> = {}): Promise<Stores> {
  const folder = await createDisposableFolder();
  const dirOf = (store: keyof Stores) => folders[store] ?? join(folder, store);
  const logFile = join(folder, 'redis.log');
  const [postgres, redis] = await Promise.all([
    // A child of PostgreSQL would outlive its killed parent and keep the memory that the next one needs.
    keep((port) => startEmbeddedPostgres({ dir: dirOf('postgres'), database: 'inlet', ...port }), 'SIGQUIT'),
    keep((port) => startRedisServer({ dir: dirOf('redis'), logFile, ...port }), 'SIGKILL'),
  ]);
  await migrate(postgres.url);
  return { postgres, redis };
}

/** A server that a test may kill and start again where it was; it ends with the test, also when it is stopped. */
export async function keep(
  start: (port: { port?: number }) => Promise<Running>,
  signal: NodeJS.Signals,
): Promise<Store> {
  let running = await start({});
  onTestFinished(() => {
    resume(running.pid);
    return running.stop();
  });
  return {
    url: running.url,
    pid: () => running.pid,
    exited: () => running.exited,
    kill: async () => {
      process.kill(running.pid, signal);
      await running.exited;
    },
    revive: async () => {
      running = await start({ port: running.port });
    },
  };
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended in its test.
  }
}
