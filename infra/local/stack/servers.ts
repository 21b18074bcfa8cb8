import { join } from 'node:path';
import { startEmbeddedPostgres } from '@inlet/testing/embedded-postgres';
import { startRedisServer } from '@inlet/testing/redis-server';
import type { LocalConfig } from '#config/config.ts';
import { freshLog } from '#processes/log-file.ts';
import { supervise } from '#processes/supervise.ts';

export type Server = { url: string; stop: () => Promise<void> };
type Start = (port?: number) => ReturnType<typeof startRedisServer>;

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

// A server that dies comes back at the same address, so its clients need no news of it.
async function keepRunning(name: string, start: Start, options: Omit<ServerOptions, 'config'>): Promise<Server> {
  const { say, onStarted } = options;
  let server: Awaited<ReturnType<Start>> | undefined;
  const restart = async () => {
    server = await start(server?.port);
    return server;
  };
  const { ready, stop } = supervise(name, restart, { say, onStarted: (pid) => onStarted(name, pid) });
  await ready;
  return { url: server?.url ?? '', stop };
}
