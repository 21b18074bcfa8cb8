import { join } from 'node:path';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import type { LocalConfig } from '#config/config.ts';
import { freshLog } from '#processes/log-file.ts';
import { supervise } from '#processes/supervise.ts';

type Server = { url: string; stop: () => Promise<void> };

type ServerOptions = {
  config: LocalConfig;
  onStarted: (name: string, pid: number) => void;
};

const DATABASE = 'inlet';

const said = new Set<string>();
/** Both servers may report the same problem. */
const sayOnce = (line: string) => {
  if (!said.has(line)) console.log(line);
  said.add(line);
};

/** Starts the private PostgreSQL of this data folder, or uses the one in DATABASE_URL. */
export function startPostgres(options: ServerOptions): Promise<Server> {
  const start: Start = (place) => startEmbeddedPostgres({ ...place, database: DATABASE });
  return givenOrOwn(options.config.databaseUrl, 'postgres', start, options);
}

/** Starts the private Redis of this data folder, or uses the one in REDIS_URL. */
export function startRedis(options: ServerOptions): Promise<Server> {
  return givenOrOwn(options.config.redisUrl, 'redis', startRedisServer, options);
}

type Place = { dir: string; logFile: string; say: (line: string) => void; port?: number };
type Start = (place: Place) => ReturnType<typeof startRedisServer>;

// A server that dies is restarted at the same address, so its clients need no notice.
async function givenOrOwn(given: string | undefined, name: string, start: Start, options: ServerOptions) {
  if (given) return { url: given, stop: async () => {} };
  const { config, onStarted } = options;
  const place: Place = { dir: join(config.dataDir, name), logFile: freshLog(config.dataDir, name), say: sayOnce };
  let url = '';
  const restart = async () => {
    const server = await start(place);
    place.port = server.port;
    url = server.url;
    return server;
  };
  const { ready, stop } = supervise(name, restart, { onStarted: (pid) => onStarted(name, pid) });
  await ready;
  return { url, stop };
}
