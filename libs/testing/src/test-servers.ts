import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { guardServer } from '@inlet/local-servers/server-guard';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import type { TestingConfig } from '#config.ts';
import { dockerAnswers } from '#docker-engine.ts';

type Say = (line: string) => void;
type Server = { url: string; stop: () => Promise<unknown> };

export type TestServers = { databaseUrl: string; redisUrl: string; stop: () => Promise<void> };

/** Real servers for the tests: the given ones, or containers if a Docker engine responds, or embedded ones. */
export async function startTestServers(config: TestingConfig, say: Say): Promise<TestServers> {
  const startMissing = await chooseSource(config, say);
  const database = config.databaseUrl ? given(config.databaseUrl) : startMissing.postgres();
  const redis = config.redisUrl ? given(config.redisUrl) : startMissing.redis();
  const started = await Promise.allSettled([database, redis]);
  const stop = async () => {
    await Promise.all(started.map((server) => server.status === 'fulfilled' && server.value.stop()));
    await startMissing.cleanUp();
  };
  try {
    return { databaseUrl: (await database).url, redisUrl: (await redis).url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function given(url: string): Promise<Server> {
  return { url, stop: async () => {} };
}

type Source = { postgres: () => Promise<Server>; redis: () => Promise<Server>; cleanUp: () => Promise<void> };

async function chooseSource(config: TestingConfig, say: Say): Promise<Source> {
  const nothingMissing = config.databaseUrl && config.redisUrl;
  if (nothingMissing || !(await dockerAnswers(config.dockerHost))) return embeddedSource(say);
  // Imported on demand: it takes a second, and most machines that run the tests do not need it.
  const { startPostgresContainer, startRedisContainer } = await import('#containers.ts');
  return { postgres: startPostgresContainer, redis: startRedisContainer, cleanUp: async () => {} };
}

function embeddedSource(say: Say): Source {
  const folders: string[] = [];
  const folder = async () => {
    const dir = await makeTemporaryFolder('inlet-test-');
    folders.push(dir);
    return dir;
  };
  return {
    postgres: async () => {
      const dir = await folder();
      const server = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), durable: false, say });
      return guarded(server, 'SIGQUIT', dir);
    },
    redis: async () => {
      const dir = await folder();
      return guarded(await startRedisServer({ dir: join(dir, 'redis'), persistent: false, say }), 'SIGTERM', dir);
    },
    cleanUp: async () => {
      await Promise.all(folders.map((dir) => rm(dir, { recursive: true, force: true })));
    },
  };
}

function guarded(server: Server & { pid: number }, signal: NodeJS.Signals, folder: string): Server {
  const dismiss = guardServer({ pid: server.pid, signal, folder });
  const stop = async () => {
    await server.stop();
    dismiss();
  };
  return { url: server.url, stop };
}
