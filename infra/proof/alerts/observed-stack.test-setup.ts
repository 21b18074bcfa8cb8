import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { createClosers } from '@inlet/local/closers';
import { describeServices, testSecrets } from '@inlet/local/fleet/services.test-setup';
import { type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { startEmbeddedPostgres } from '@inlet/testing/embedded-postgres';
import { startRedisServer } from '@inlet/testing/redis-server';
import { testServiceUrls } from '@inlet/testing/test-database';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { waitUntil } from '@inlet/testing/wait-until';
import { Redis } from 'ioredis';

const services = ['stripe', 'account', 'worker', 'ingest', 'gateway'] as const;
export type ServiceName = (typeof services)[number];

/** Something that can be taken away and brought back, at the same address. */
export interface Removable {
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface ObservedStack {
  readonly folder: string;
  /** Where each of them shows its metrics, without `http://`. */
  readonly metricsAt: Readonly<Record<'account' | 'worker' | 'ingest' | 'gateway', string>>;
  readonly urlOf: (name: ServiceName) => string;
  readonly pidOf: (name: ServiceName) => number;
  readonly services: Readonly<Record<ServiceName, Removable>>;
  readonly redisServer: Removable;
  readonly postgres: Removable;
  readonly redis: Redis;
  readonly keys: RedisKeys;
  readonly database: Database;
  readonly secrets: typeof testSecrets;
  readonly form: Form;
  readonly submit: (fields?: object) => Promise<number>;
  readonly close: () => Promise<void>;
}

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
  const [redisServer, postgres] = await Promise.all([
    removable((port) => startRedisServer({ dir: join(folder, 'redis'), ...port })),
    removable((port) =>
      startEmbeddedPostgres({ dir: join(folder, 'postgres'), database: 'inlet', durable: false, ...port }),
    ),
  ]);
  closers.add(redisServer.stop);
  closers.add(postgres.stop);
  await migrate(postgres.url);
  await grantAccess(postgres.url, testServiceUrls(postgres.url));
  const database = openDatabase({ url: postgres.url, maxConnections: 4, applicationName: 'test' });
  closers.add(database.close);
  const redis = new Redis(redisServer.url);
  redis.on('error', () => undefined);
  closers.add(() => redis.disconnect());

  const stores = { databaseUrl: postgres.url, redisUrl: redisServer.url };
  const { config, specOf } = await describeServices(folder, stores);
  const pids = new Map<ServiceName, number>();
  const running = Object.fromEntries(
    services.map((name) => {
      const spec = specOf(name);
      return [name, service({ ...spec, env: { ...spec.env, ...env } }, (pid) => pids.set(name, pid))];
    }),
  ) as Record<ServiceName, Removable>;
  for (const name of services) closers.add(running[name].stop);
  await Promise.all(services.map((name) => running[name].start()));
  const keys = redisKeys(config.redisPrefix);
  await waitUntil(() => redis.exists(keys.formsComplete), { timeoutMs: 20_000, what: 'the directory to be complete' });
  const form = await buildForm(database.prisma, {
    userId: (await buildUser(database.prisma, { plan: 'pro' })).id,
  });
  await database.prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
  await waitUntil(() => redis.exists(keys.form(form.endpointId)), { what: 'the form to be in the directory' });

  const { ports } = config;
  const urlOf = (name: ServiceName) => `http://127.0.0.1:${ports[name]}`;
  const at = (port: number) => `127.0.0.1:${port}`;
  return {
    folder,
    metricsAt: {
      account: at(ports.account),
      worker: at(ports.worker),
      ingest: at(ports.ingest),
      gateway: at(ports.gatewayProbe),
    },
    urlOf,
    pidOf: (name: ServiceName) => pids.get(name) ?? 0,
    services: running,
    redisServer,
    postgres,
    redis,
    keys,
    database,
    secrets: testSecrets,
    form,
    submit: (fields: object = { message: 'Hello' }) => submit(`${urlOf('ingest')}/f/${form.endpointId}`, fields),
    close: closers.closeAll,
  };
}

async function submit(address: string, fields: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(fields) });
  await answer.arrayBuffer();
  return answer.status;
}

interface Server {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

async function removable(open: (port: { port?: number }) => Promise<Server>): Promise<Removable & { url: string }> {
  const first = await open({});
  let server: Server | undefined = first;
  return {
    url: first.url,
    stop: async () => {
      await server?.stop();
      server = undefined;
    },
    start: async () => {
      server ??= await open({ port: first.port });
    },
  };
}

function service(spec: ServiceSpec, onStarted: (pid: number) => void): Removable {
  let running: ReturnType<typeof superviseService> | undefined;
  let isStarting = true;
  // Only errors of the start are worth a line; later ones are caused by the tests.
  const say = (line: string) => {
    if (isStarting) process.stderr.write(`${line}\n`);
  };
  return {
    stop: async () => {
      await running?.stop();
      running = undefined;
    },
    start: async () => {
      isStarting = true;
      running ??= superviseService(spec, { say, onStarted });
      await running.ready;
      isStarting = false;
    },
  };
}
