import type { Form } from '@inlet/db/client';
import type { Database } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '#consume.ts';
import { openSeverableProxy, type SeverableProxy } from '#severable-proxy.test-setup.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
/** The proxy between the worker and PostgreSQL; the test itself connects directly. */
let proxy: SeverableProxy;
let database: Database;
let redis: RedisConnection;
let producer: Producer;
let form: Form;

beforeAll(async () => {
  worker = await openTestWorker({
    databaseUrl: async (own) => {
      proxy = await openSeverableProxy(own.hostname, Number(own.port));
      return Object.assign(new URL(own), { hostname: '127.0.0.1', port: String(proxy.port) }).href;
    },
  });
  database = worker.owner;
  consume(worker.deps);
  const { config, logger } = worker.deps;
  redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'test', logger });
  await waitUntilConnected(redis, 60_000);
  producer = openProducer(redis, worker.keys);
  form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
});
afterAll(async () => {
  await producer.close();
  redis.disconnect();
  await worker.close();
  await proxy.close();
});
beforeEach(() => {
  worker.deps.metrics.registry.resetMetrics();
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, ...overrides });
const send = (jobId: string, batch: readonly AcceptedSubmission[]) =>
  producer.add('store-submissions', jobId, packBatch(batch));
const storedAs = (id: string) => database.prisma.submission.findUnique({ where: { id } });

/** The sum of a counter's values with these labels. */
async function counted(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const metric = await worker.deps.metrics.registry.getSingleMetric(name)?.get();
  const matching = metric?.values.filter((value) =>
    Object.entries(labels).every(([label, text]) => (value.labels as Record<string, unknown>)[label] === text),
  );
  return matching?.reduce((sum, { value }) => sum + value, 0) ?? 0;
}
const jobsThatEnded = (outcome: string) => counted('inlet_jobs_total', { job: 'store-submissions', outcome });

async function untilJobs(outcome: string, count: number): Promise<void> {
  await waitUntil(async () => (await jobsThatEnded(outcome)) >= count, {
    what: `${count} jobs to be ${outcome}`,
  });
}

describe('store-submissions', () => {
  it('stores what was put into the queue exactly as it came', async () => {
    const json = '{"z":1,"__proto__":{"a":"שלום 👋"},"constructor":null,"a":[{"y":0,"b":[]}]}';
    const one = submission({ json, receivedAtMs: Date.UTC(2025, 5, 1, 12), origin: null, userAgent: null });
    await send('as-it-came', [one]);
    await untilJobs('done', 1);
    const stored = await database.pool.query('select *, data::text as text from submissions where id = $1', [one.id]);
    expect(stored.rows[0]).toMatchObject({
      form_id: form.id,
      text: json,
      origin: null,
      user_agent: null,
      created_at: new Date('2025-06-01T12:00:00Z'),
    });
  });

  it('leaves nothing behind in Redis when it is done', async () => {
    await send('nothing-left', [submission()]);
    await untilJobs('done', 1);
    await waitUntil(async () => (await redis.exists(`${worker.keys.queues}:submissions:nothing-left`)) === 0);
  });

  it('stores and counts once what is delivered twice', async () => {
    const batch = [submission(), submission()];
    await Promise.all([send('first', batch), send('second', batch)]);
    await untilJobs('done', 2);
    const total = await database.prisma.formTotal.findUnique({ where: { formId: form.id } });
    expect(Number(total?.submissionCount)).toBe(await database.prisma.submission.count({ where: { formId: form.id } }));
    expect(await counted('inlet_submissions_stored_total')).toBe(2);
    expect(await counted('inlet_submissions_skipped_total')).toBe(2);
  });

  it('waits for a database that is away without using up an attempt, and finishes when it is back', async () => {
    const one = submission();
    await proxy.sever();
    await send('while-away', [one]);
    await untilJobs('postponed', 2);
    expect(await attemptsMade('while-away')).toBe(0);
    expect(await storedAs(one.id)).toBeNull();

    await proxy.mend();
    await waitUntil(() => storedAs(one.id), { what: 'the submission to be stored' });
    await untilJobs('done', 1);
    expect(await jobsThatEnded('failed')).toBe(0);
  });

  it('runs again when the database ends its connection in the middle of the statement', async () => {
    const one = submission();
    await database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`lock table form_totals in exclusive mode`;
      await send('cut-off', [one]);
      const waiting = await waitUntil(waitingBackend, { what: 'the worker to wait for the table' });
      await database.pool.query('select pg_terminate_backend($1)', [waiting]);
      await untilJobs('postponed', 1);
      expect(await attemptsMade('cut-off')).toBe(0);
    });
    await waitUntil(() => storedAs(one.id), { what: 'the submission to be stored' });
    await untilJobs('done', 1);
    expect(await jobsThatEnded('failed')).toBe(0);
  });

  it('stores the submissions of other forms while another transaction holds a row of one', async () => {
    const { prisma } = database;
    const { id: formId } = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    const [held, other] = [submission({ formId }), submission()];
    await prisma.formTotal.create({ data: { formId, submissionCount: 0 } });
    await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`select from form_totals where form_id = ${formId}::uuid for update`;
        await send('held', [held]);
        await waitUntil(waitingBackend, { what: 'the worker to wait for the row' });
        await send('other', [other]);
        await waitUntil(() => storedAs(other.id), { what: 'the other submission to be stored' });
      },
      { timeout: 60_000 },
    );
    await waitUntil(() => storedAs(held.id), { what: 'the submission that was held up to be stored' });
  });

  it('counts a failure of its own as an attempt', async () => {
    await database.pool.query('alter table form_totals rename to hidden_totals');
    try {
      await send('refused', [submission()]);
      await untilJobs('failed', 1);
      await waitUntil(async () => (await attemptsMade('refused')) >= 1);
    } finally {
      await database.pool.query('alter table hidden_totals rename to form_totals');
    }
    await untilJobs('done', 1);
  });
});

/** BullMQ keeps the number of attempts with the job under `atm`. */
async function attemptsMade(jobId: string): Promise<number> {
  return Number((await redis.hget(`${worker.keys.queues}:submissions:${jobId}`, 'atm')) ?? 0);
}

async function waitingBackend(): Promise<number | undefined> {
  const found = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'worker' and wait_event_type = 'Lock'`,
  );
  return found.rows[0]?.pid;
}
