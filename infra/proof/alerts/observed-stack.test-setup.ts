import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { describeServices, testSecrets } from '@inlet/local/fleet/services.test-setup';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { freePorts } from '@inlet/local-servers/free-port';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { redisKeys } from '@inlet/redis/keys';
import { testServiceUrls } from '@inlet/testing/test-database';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startReady } from '#alerts/start-ready.test-setup.ts';
import { openWatched } from '#alerts/watch.test-setup.ts';
import { addForm, postJson } from '#house/house.test-setup.ts';

const names = ['stripe', 'account', 'worker', 'ingest', 'gateway'] as const;
type ByName<Value> = Readonly<Record<(typeof names)[number], Value>>;

export type ObservedStack = Awaited<ReturnType<typeof startObservedStack>>;

/**
 * All services as in production, with their own PostgreSQL and Redis, which tests stop and start. No mail server
 * accepts their mails. `env` adds variables to all of them.
 */
export async function startObservedStack(closers: AsyncDisposableStack, env: Readonly<Record<string, string>>) {
  const folder = await makeTemporaryFolder('inlet-observed-');
  closers.defer(() => rm(folder, { recursive: true, force: true }));
  const removable = <Running extends Stoppable>(begin: () => Promise<Running>) => {
    const part = createRemovable(begin);
    closers.defer(part.stop);
    return part;
  };
  const [postgresPort = 0, redisPort = 0] = await freePorts(2);
  const redisServer = removable(() => startRedisServer({ dir: join(folder, 'redis'), port: redisPort }));
  const postgres = removable(() => {
    const dir = join(folder, 'postgres');
    return startEmbeddedPostgres({ dir, database: 'inlet', durable: false, port: postgresPort });
  });
  const [{ url: redisUrl }, { url: databaseUrl }] = await Promise.all([redisServer.start(), postgres.start()]);
  await migrate(databaseUrl);
  await grantAccess(databaseUrl, testServiceUrls(databaseUrl));
  const database = openDatabase({ url: databaseUrl, maxConnections: 4, applicationName: 'test' });
  closers.defer(database.close);
  const redis = new Redis(redisUrl);
  redis.on('error', () => undefined);
  closers.defer(() => redis.disconnect());

  const { config, specOf } = await describeServices(folder, { databaseUrl, redisUrl });
  const running = names.map((name) => {
    const spec = specOf(name);
    return [name, removable(() => startReady({ ...spec, env: { ...spec.env, ...env } }))] as const;
  });
  const watched = await openWatched(folder, closers);
  const watch = removable(watched.start);
  await Promise.all([...running.map(([, { start }]) => start()), watch.start()]);
  const { ports } = config;
  const at = (port: number) => `127.0.0.1:${port}`;
  const urls = Object.fromEntries(names.map((name) => [name, `http://${at(ports[name])}`])) as ByName<string>;
  const keys = redisKeys(config.redisPrefix);
  const openQueue = (name: string) => {
    const queue = new Queue(name, { connection: redis, prefix: keys.queues });
    queue.on('error', () => undefined);
    closers.defer(() => queue.close());
    return queue;
  };
  const form = await addForm({ urls, database, redis, keys }, { plan: 'pro' });
  return {
    folder,
    /** The metrics address of each service, without `http://`. */
    metricsAt: {
      account: at(ports.account),
      worker: at(ports.worker),
      ingest: at(ports.ingest),
      gateway: at(ports.gatewayProbe),
      watch: watched.at,
    },
    urls,
    services: Object.fromEntries(running) as ByName<(typeof running)[number][1]>,
    watched: { ...watched, ...watch },
    redisServer,
    postgres,
    redis,
    queues: { submissions: openQueue('submissions'), mail: openQueue('mail'), deliveries: openQueue('deliveries') },
    database,
    secrets: testSecrets,
    form,
    submit: async (fields: object = { message: 'Hello' }) => {
      const answer = await postJson(`${urls.ingest}/f/${form.endpointId}`, fields);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

interface Stoppable {
  readonly pid: number;
  readonly stop: () => Promise<unknown>;
}

/** A part that a test can remove and restore at the same address. */
function createRemovable<Running extends Stoppable>(begin: () => Promise<Running>) {
  let running: Promise<Running> | undefined;
  return {
    start: () => {
      running ??= begin();
      return running;
    },
    stop: async () => {
      await (await running)?.stop();
      running = undefined;
    },
    pid: async () => (await running)?.pid ?? 0,
  };
}
