import { createHash, randomUUID } from 'node:crypto';
import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import { sessionSchema } from '@inlet/contracts/sessions';
import type { Form } from '@inlet/db/client';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import { monthOf } from '@inlet/submissions/months';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { usedOf } from '@inlet/testing/counters';

/** A test's access to the product that it has started. */
export type House = Pick<Fleets, 'urls' | 'database' | 'redis' | 'keys'>;

/** The services on the path of a submission. */
export const hotPath = ['account', 'worker', 'ingest'] as const;

/**
 * Adds a form that ingest knows, to this account or to a new one; the smallest plan allows 1,000 submissions a month.
 */
export async function addForm(
  { database: { prisma }, redis, keys }: House,
  { plan = 'starter', userId }: { plan?: string; userId?: string } = {},
): Promise<Form> {
  const form = await buildForm(prisma, { userId: userId ?? (await buildUser(prisma, { plan })).id });
  await prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
  await waitUntil(() => redis.exists(keys.form(form.endpointId)), { what: 'the form to be in the directory' });
  return form;
}

/** Calls the API with a key of an account that may write. */
export async function openApi({ urls, database: { prisma } }: House, userId: string) {
  const key = apiKeyPrefix + randomUUID();
  const tokenHash = createHash('sha256').update(key).digest('base64url');
  await prisma.apiKey.create({
    data: { id: randomUUID(), userId, name: 'test', scope: 'write', hint: 'test', tokenHash },
  });
  return callerOf(urls.account, key);
}

/** Every counter of a form's submissions. */
export async function countsOf({ database: { pool } }: House, { id, userId }: Form) {
  const { rows } = await pool.query<Record<'rows' | 'total' | 'days' | 'usage', number>>(
    `select (select count(*) from submissions where form_id = $1)::int as rows,
      coalesce((select submission_count from form_totals where form_id = $1), 0)::int as total,
      coalesce((select sum(submission_count) from daily_form_counters where form_id = $1), 0)::int as days,
      coalesce((select sum(submission_count) from monthly_usage where user_id = $2), 0)::int as usage`,
    [id, userId],
  );
  if (!rows[0]) throw new Error('A query without a table has one row');
  return rows[0];
}

/** An account's used submissions of this month, by the counter in Redis. */
export async function reservedOf({ redis, keys }: House, { userId }: Form): Promise<number> {
  return (await usedOf(redis, keys, { userId, month: monthOf(Date.now()) })).submissions;
}

/** Waits until Redis has counted everything that was stored without it, and all quota is refunded. */
export async function untilSettled({ database: { pool } }: House): Promise<void> {
  const pending = `select from direct_batches where flushed_at is null
    union all select from stored_batches where refunded_at is null`;
  await waitUntil(async () => (await pool.query(pending)).rowCount === 0, { timeoutMs: 60_000, what: 'the counters' });
}

/** The number of a form's submissions that were stored without Redis. */
export async function directOf({ database: { pool } }: House, { id }: Form): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from submissions where form_id = $1
     and exists (select from direct_batches where ids @> array[submissions.id])`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

/** The backends of the worker's statements that wait for a lock: for any lock, or for one to write this table. */
export async function blockedBackends({ database: { pool } }: Pick<House, 'database'>, table?: string) {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity as backend
     where datname = current_database() and application_name = 'worker' and wait_event_type = 'Lock'
     and ($1::regclass is null or exists (
       select from pg_locks
       where pid = backend.pid and relation = $1::regclass and mode = 'RowExclusiveLock' and not granted
     ))`,
    [table],
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until no batch is running; a killed worker's batch is taken over after ten to twenty seconds. */
export async function untilDrained({ redis, keys }: Pick<House, 'redis' | 'keys'>, timeoutMs = 60_000): Promise<void> {
  const lists = ['wait', 'active', 'delayed', 'failed'].map((state) => `${keys.queues}:submissions:${state}`);
  const isEmpty = async () => (await redis.exists(...lists)) === 0;
  await waitUntil(isEmpty, { timeoutMs, intervalMs: 100, what: 'the queue to be empty' });
}

/** Waits until no batch of a lane is running. */
export async function untilLaneDrained({ redisUrl }: Pick<Fleets, 'redisUrl'>, prefix: string): Promise<void> {
  const redis = createRedis(redisUrl, {}, prefix);
  try {
    await untilDrained({ redis, keys: redisKeys(prefix) });
  } finally {
    redis.disconnect();
  }
}

export function postJson(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const sent = { 'content-type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
}

/** Calls the API for an account, as in `call('PATCH /api/v1/forms/1', { name: 'Contact' })`. */
export function callerOf(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (request: string, body?: object): Promise<Response> => {
    const [method = '', path = ''] = request.split(' ');
    return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
}

/** Creates an account through the usual sign-up. */
export const signUp = (url: string, email: string, headers = {}) => enter(`${url}/api/auth/sign-up`, email, headers);

/** A new session of that account. */
export const signIn = (url: string, email: string) => enter(`${url}/api/auth/sign-in`, email);

async function enter(url: string, email: string, headers = {}) {
  const answer = await postJson(url, { email, password: 'correct horse battery', transport: 'token' }, headers);
  return sessionSchema.parse(await answer.json());
}
