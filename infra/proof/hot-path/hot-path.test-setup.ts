import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { describeServices } from '@inlet/local/fleet/services.test-setup';
import { type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { freePort } from '@inlet/testing/free-port';
import { spentOf } from '@inlet/testing/give-balance';
import { startRedisServer } from '@inlet/testing/redis-server';
import { createTestDatabase } from '@inlet/testing/test-database';
import { waitUntil } from '@inlet/testing/wait-until';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';

export interface HotPath {
  /** Where each ingest process answers. */
  readonly ingestUrls: readonly string[];
  readonly accountUrl: string;
  readonly database: Database;
  readonly redis: Redis;
  readonly keys: RedisKeys;
  /** The process that runs now under a name; it changes when the one before it was killed. */
  readonly pidOf: (name: string) => number;
  /** An account on the smallest plan, which allows 1,000 submissions a month, with a form. */
  readonly addForm: (plan?: string) => Promise<Form>;
  /** A key of an account that may write. */
  readonly addKey: (userId: string) => Promise<string>;
  /** Everything that counts a form's submissions, when nothing is under way any more. */
  readonly countsOf: (form: Form) => Promise<Counts>;
  readonly untilDrained: (timeoutMs: number) => Promise<void>;
}

export interface Counts {
  readonly rows: number;
  readonly total: number;
  readonly days: number;
  readonly usage: number;
  readonly redis: number;
}

/**
 * The services that a submission passes, as they run in production and started again when they die, on a database and
 * a Redis that are the test's own: the Redis is emptied and filled as the test likes.
 */
export async function startHotPath(ingests: number, env: Readonly<Record<string, string>> = {}): Promise<HotPath> {
  const folder = await createDisposableFolder();
  const server = await startRedisServer({ dir: join(folder, 'redis') });
  onTestFinished(server.stop);
  const testDatabase = await createTestDatabase();
  onTestFinished(testDatabase.close);
  const database = openDatabase({ url: testDatabase.url, maxConnections: 4, applicationName: 'test' });
  onTestFinished(database.close);
  const redis = new Redis(server.url);
  onTestFinished(() => redis.disconnect());

  const stores = { databaseUrl: testDatabase.url, redisUrl: server.url };
  const { config, specOf } = await describeServices(folder, stores);
  const ingestSpecs = await Promise.all(
    Array.from({ length: ingests }, (_, n) => onPort(specOf('ingest'), `ingest-${n}`)),
  );
  const pids = new Map<string, number>();
  const services = [specOf('account'), specOf('worker'), ...ingestSpecs].map((spec) =>
    superviseService(
      { ...spec, env: { ...spec.env, ...env } },
      {
        say: () => undefined,
        onStarted: (pid) => pids.set(spec.name, pid),
      },
    ),
  );
  onTestFinished(async () => {
    await Promise.all(services.map(({ stop }) => stop()));
  });
  await Promise.all(services.map(({ ready }) => ready));
  const keys = redisKeys(config.redisPrefix);
  await waitUntil(() => redis.exists(keys.formsComplete), { what: 'the directory to be complete' });

  return {
    ingestUrls: ingestSpecs.map(({ env }) => `http://127.0.0.1:${env.PORT}`),
    accountUrl: `http://127.0.0.1:${config.ports.account}`,
    database,
    redis,
    keys,
    pidOf: (name) => pids.get(name) ?? 0,
    addForm: async (plan = 'starter') => {
      const form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma, { plan })).id });
      await database.prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
      await waitUntil(() => redis.exists(keys.form(form.endpointId)), { what: 'the form to be in the directory' });
      return form;
    },
    addKey: async (userId) => {
      const key = apiKeyPrefix + randomUUID();
      const tokenHash = createHash('sha256').update(key).digest('base64url');
      const data = { id: randomUUID(), userId, name: 'test', scope: 'write', hint: 'test', tokenHash };
      await database.prisma.apiKey.create({ data });
      return key;
    },
    countsOf: (form) => readCounts({ database, redis, keys }, form),
    untilDrained: async (timeoutMs) => {
      const { queues } = keys;
      const lists = ['wait', 'active'].map((state) => `${queues}:submissions:${state}`);
      const isEmpty = async () =>
        (await redis.exists(...lists, `${queues}:submissions:delayed`, `${queues}:submissions:failed`)) === 0;
      await waitUntil(isEmpty, { timeoutMs, what: 'the queue to be empty' });
    },
  };
}

async function onPort(spec: ServiceSpec, name: string): Promise<ServiceSpec> {
  const port = await freePort();
  return { ...spec, name, env: { ...spec.env, PORT: String(port) }, ready: `http://127.0.0.1:${port}/readyz` };
}

async function readCounts(
  { database: { pool }, redis, keys }: Pick<HotPath, 'database' | 'redis' | 'keys'>,
  { id, userId }: Form,
): Promise<Counts> {
  const { rows } = await pool.query<Omit<Counts, 'redis'>>(
    `select
      (select count(*) from submissions where form_id = $1)::int as rows,
      coalesce((select submission_count from form_totals where form_id = $1), 0)::int as total,
      coalesce((select sum(submission_count) from daily_form_counters where form_id = $1), 0)::int as days,
      coalesce((select sum(submission_count) from monthly_usage where user_id = $2), 0)::int as usage`,
    [id, userId],
  );
  const month = new Date().toISOString().slice(0, 7);
  const [counts] = rows;
  if (!counts) throw new Error('The database counted nothing');
  const { rows: quotas } = await pool.query<{ base: number }>(
    `select base from quotas where user_id = $1 and period = $2 and resource = 'submissions'`,
    [userId, month],
  );
  const { submissions } = await spentOf(redis, keys, { userId, month });
  return { ...counts, redis: (quotas[0]?.base ?? 0) + submissions };
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly submissionId?: string; readonly error?: string };
}

/** Sends submissions over connections that are kept; all that are asked for wait in line at once. */
export function openSender(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  return async (url: string, endpointId: string, fields: object): Promise<Answer> => {
    const outgoing = request(`${url}/f/${endpointId}`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    outgoing.end(JSON.stringify(fields));
    const [response] = await once(outgoing, 'response');
    return { status: response.statusCode, body: (await json(response)) as Answer['body'] };
  };
}
