import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { createClosers } from '@inlet/local/closers';
import { describeServices, testSecrets } from '@inlet/local/fleet/services.test-setup';
import { type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { redisKeys } from '@inlet/redis/keys';
import { startEmbeddedPostgres } from '@inlet/testing/embedded-postgres';
import { freePorts } from '@inlet/testing/free-port';
import { startRedisServer } from '@inlet/testing/redis-server';
import { testServiceUrls } from '@inlet/testing/test-database';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { Redis } from 'ioredis';
import { addForm, postJson } from '#house/house.test-setup.ts';

const services = ['stripe', 'account', 'worker', 'ingest', 'gateway'] as const;
type ServiceName = (typeof services)[number];
type Urls = Readonly<Record<ServiceName, string>>;

export type ObservedStack = Awaited<ReturnType<typeof open>>;

/**
 * All services as in production, with their own PostgreSQL and Redis, which tests stop and start. No mail server accepts
 * their mails. `env` adds variables to all of them.
 */
export async function startObservedStack(env: Readonly<Record<string, string>> = {}): Promise<ObservedStack> {
  const closers = createClosers(() => undefined);
  try {
    return await open(closers, env);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function open(closers: ReturnType<typeof createClosers>, env: Readonly<Record<string, string>>) {
  const folder = await makeTestFolder('inlet-observed-');
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const [postgresPort = 0, redisPort = 0] = await freePorts(2);
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  let databaseUrl = '';
  const redisServer = removable(async () => {
    const { stop } = await startRedisServer({ dir: join(folder, 'redis'), port: redisPort });
    return stop;
  });
  const postgres = removable(async () => {
    const dir = join(folder, 'postgres');
    const server = await startEmbeddedPostgres({ dir, database: 'inlet', durable: false, port: postgresPort });
    databaseUrl = server.url;
    return server.stop;
  });
  closers.add(redisServer.stop);
  closers.add(postgres.stop);
  await Promise.all([redisServer.start(), postgres.start()]);
  await migrate(databaseUrl);
  await grantAccess(databaseUrl, testServiceUrls(databaseUrl));
  const database = openDatabase({ url: databaseUrl, maxConnections: 4, applicationName: 'test' });
  closers.add(database.close);
  const redis = new Redis(redisUrl);
  redis.on('error', () => undefined);
  closers.add(() => redis.disconnect());

  const { config, specOf } = await describeServices(folder, { databaseUrl, redisUrl });
  const pids = new Map<string, number>();
  const running = Object.fromEntries(
    services.map((name) => {
      const spec = specOf(name);
      const start = () => startService({ ...spec, env: { ...spec.env, ...env } }, (pid) => pids.set(name, pid));
      return [name, removable(start)];
    }),
  ) as Record<ServiceName, Removable>;
  for (const { stop } of Object.values(running)) closers.add(stop);
  await Promise.all(Object.values(running).map(({ start }) => start()));
  const keys = redisKeys(config.redisPrefix);
  const { ports } = config;
  const at = (port: number) => `127.0.0.1:${port}`;
  const urls = Object.fromEntries(services.map((name) => [name, `http://${at(ports[name])}`])) as Urls;
  const form = await addForm({ urls, database, redis, keys }, { plan: 'pro' });
  return {
    folder,
    /** Where each of them shows its metrics, without `http://`. */
    metricsAt: {
      account: at(ports.account),
      worker: at(ports.worker),
      ingest: at(ports.ingest),
      gateway: at(ports.gatewayProbe),
    },
    urls,
    pidOf: (name: ServiceName) => pids.get(name) ?? 0,
    services: running,
    redisServer,
    postgres,
    redis,
    keys,
    database,
    secrets: testSecrets,
    form,
    submit: async (fields: object = { message: 'Hello' }) => {
      const answer = await postJson(`${urls.ingest}/f/${form.endpointId}`, fields);
      await answer.arrayBuffer();
      return answer.status;
    },
    close: closers.closeAll,
  };
}

/** Something that can be taken away and brought back, at the same address. */
type Removable = ReturnType<typeof removable>;

function removable(begin: () => Promise<() => Promise<unknown>>) {
  let running: ReturnType<typeof begin> | undefined;
  return {
    start: async () => {
      running ??= begin();
      await running;
    },
    stop: async () => {
      const end = await running;
      await end?.();
      running = undefined;
    },
  };
}

async function startService(spec: ServiceSpec, onStarted: (pid: number) => void): Promise<() => Promise<void>> {
  let isStarting = true;
  // Only errors of the start are worth a line; later ones are caused by the tests.
  const say = (line: string) => {
    if (isStarting) process.stderr.write(`${line}\n`);
  };
  const { ready, stop } = superviseService(spec, { say, onStarted });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  isStarting = false;
  return stop;
}
