import { join } from 'node:path';
import { startEmbeddedPostgres } from '@inlet/testing/embedded-postgres';
import { startRedisServer } from '@inlet/testing/redis-server';
import { restartDelayMs } from '#backoff.ts';
import type { LocalConfig } from '#config.ts';
import { freshLog } from '#log-file.ts';

export type Server = { url: string; stop: () => Promise<void> };
type Running = { url: string; port: number; pid: number; exited: Promise<void>; stop: () => Promise<void> };
type Start = (port?: number) => Promise<Running>;

export type ServerOptions = {
  config: LocalConfig;
  say: (line: string) => void;
  onStarted: (name: string, pid: number) => void;
};

const DATABASE = 'inlet';

/** The private PostgreSQL of this data folder, or the one that DATABASE_URL names. */
export function startPostgres({ config, say, onStarted }: ServerOptions): Promise<Server> {
  if (config.databaseUrl) return given(config.databaseUrl);
  const dir = join(config.dataDir, 'postgres');
  const logFile = freshLog(config.dataDir, 'postgres');
  const start: Start = (port) =>
    startEmbeddedPostgres({ dir, logFile, say, database: DATABASE, ...(port && { port }) });
  return keepRunning('postgres', start, { say, onStarted });
}

/** The private Redis of this data folder, or the one that REDIS_URL names. */
export function startRedis({ config, say, onStarted }: ServerOptions): Promise<Server> {
  if (config.redisUrl) return given(config.redisUrl);
  const dir = join(config.dataDir, 'redis');
  const logFile = freshLog(config.dataDir, 'redis');
  return keepRunning('redis', (port) => startRedisServer({ dir, logFile, say, ...(port && { port }) }), {
    say,
    onStarted,
  });
}

async function given(url: string): Promise<Server> {
  return { url, stop: async () => {} };
}

// A server that dies comes back at the same address, so nobody has to be told.
async function keepRunning(name: string, start: Start, options: Omit<ServerOptions, 'config'>): Promise<Server> {
  const { say, onStarted } = options;
  let isStopping = false;
  let deaths = 0;
  let running = await start();
  onStarted(name, running.pid);

  const watch = async () => {
    await running.exited;
    if (isStopping) return;
    say(`${name} ended; starting it again`);
    await startAgain();
  };
  const startAgain = async () => {
    await new Promise((resolve) => setTimeout(resolve, restartDelayMs(deaths++)));
    if (isStopping) return;
    try {
      running = await start(running.port);
      onStarted(name, running.pid);
      void watch();
    } catch (error) {
      say(`${name} did not start again: ${error instanceof Error ? error.message : error}`);
      await startAgain();
    }
  };
  void watch();
  const stop = async () => {
    isStopping = true;
    await running.stop();
  };
  return { url: running.url, stop };
}
