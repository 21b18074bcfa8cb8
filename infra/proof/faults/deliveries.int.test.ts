import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Form } from '@inlet/db/client';
import { projectRoot } from '@inlet/local/config';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { runNode } from '@inlet/local/run-program';
import { packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { createLedger } from '#faults/ledger.ts';
import { reportFault } from '#faults/report.ts';

const testTimeoutMs = 120_000;
const repeats = 50;
const batchSize = 100;
const storedWithinMs = 20_000;

async function addForm({ database: { prisma }, redis, keys }: Fleets): Promise<Form> {
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  await prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
  await waitUntil(() => redis.exists(keys.form(form.endpointId)), { timeoutMs: 20_000, what: 'the form to be known' });
  return form;
}

async function usageOf({ database: { pool } }: Fleets, { userId }: Form): Promise<number> {
  const { rows } = await pool.query('select submission_count from monthly_usage where user_id = $1', [userId]);
  return rows[0]?.submission_count ?? 0;
}

it('stores once what is sent and delivered many times, and keeps one bad submission from harming its batch', {
  timeout: testTimeoutMs,
}, async () => {
  const house = await startFleets(1, { services: ['account', 'worker', 'ingest'] });
  const { urls, database, redis, keys, databaseUrl, redisUrl } = house;
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());

  const form = await addForm(house);
  const ledger = createLedger();
  const body = JSON.stringify({ attempt: ledger.attempt() });
  const answers = await Promise.all(
    Array.from({ length: repeats }, async () => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'the same' };
      const answer = await fetch(`${urls.ingest}/f/${form.endpointId}`, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { submissionId: string }).submissionId] as const;
    }),
  );
  const ids = new Set(answers.map(([, id]) => id));
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  expect(ids.size).toBe(1);
  for (const id of ids) ledger.acknowledge(id);

  const batch = Array.from({ length: batchSize }, (_, index) => ({
    id: randomUUID(),
    formId: form.id,
    userId: form.userId,
    receivedAtMs: Date.now(),
    json: JSON.stringify({ attempt: ledger.attempt() }),
    origin: null,
    userAgent: index === 40 ? 'poison' : 'a browser',
    isSpam: false,
    subject: null,
    replyTo: null,
  }));
  for (const { id } of batch) ledger.acknowledge(id);
  await database.pool.query(
    `alter table submissions add constraint poison check (user_agent is distinct from 'poison')`,
  );
  // Delivered three times, as a queue that loses its locks does.
  for (const jobId of ['first', 'second', 'third']) await queue.add('store-submissions', packBatch(batch), { jobId });
  const deadCount = () => database.prisma.deadSubmission.count();
  await waitUntil(async () => (await usageOf(house, form)) === batchSize && (await deadCount()) === 1, {
    timeoutMs: storedWithinMs,
    what: 'all but one to be stored',
  });
  const dead = await database.prisma.deadSubmission.findFirstOrThrow();
  expect(dead).toMatchObject({ id: batch[40]?.id, reason: expect.stringContaining('poison') });

  await database.pool.query('alter table submissions drop constraint poison');
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: 'inlet', LOG_LEVEL: 'silent' };
  const { code } = await runNode([join(projectRoot, 'services/worker/src/replay.ts')], { env, isQuiet: true });
  expect(code).toBe(0);
  await waitUntil(async () => (await usageOf(house, form)) === batchSize + 1, {
    timeoutMs: storedWithinMs,
    what: 'the last one to be stored',
  });
  const verdict = await ledger.judge(database.pool, form.id);
  reportFault('6 and 7 repeats and poison', verdict);
  expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0, recovered: 0 });
  expect(await deadCount()).toBe(0);
});
