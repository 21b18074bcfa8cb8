import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { runNode } from '@inlet/local/run-program';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { addForm, countsOf, hotPath, postJson } from '#house/house.test-setup.ts';
import { createLedger, reportFault } from '#house/ledger.ts';

const repeats = 50;
const batchSize = 100;

it('stores once what is sent and delivered many times, and keeps one bad submission from harming its batch', async () => {
  const house = await startFleets(1, { services: hotPath });
  const { urls, database, redis, keys, databaseUrl, redisUrl } = house;
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());

  const form = await addForm(house, { plan: 'pro' });
  const ledger = createLedger();
  const body = { attempt: ledger.attempt() };
  const answers = await Promise.all(
    Array.from({ length: repeats }, async () => {
      const answer = await postJson(`${urls.ingest}/f/${form.endpointId}`, body, { 'idempotency-key': 'the same' });
      return [answer.status, ((await answer.json()) as { submissionId: string }).submissionId] as const;
    }),
  );
  const ids = new Set(answers.map(([, id]) => id));
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  expect(ids.size).toBe(1);
  for (const id of ids) ledger.acknowledge(id);

  const { id: formId, userId } = form;
  const batch = Array.from({ length: batchSize }, (_, index) => {
    const json = JSON.stringify({ attempt: ledger.attempt() });
    return buildAcceptedSubmission({ formId, userId, json, userAgent: index === 40 ? 'poison' : 'a browser' });
  });
  for (const { id } of batch) ledger.acknowledge(id);
  await database.pool.query(
    `alter table submissions add constraint poison check (user_agent is distinct from 'poison')`,
  );
  // Delivered three times, as by a queue that loses its locks.
  for (const jobId of ['first', 'second', 'third']) await queue.add('store-submissions', packBatch(batch), { jobId });
  const counted = async () => (await countsOf(house, form)).usage;
  const deadCount = () => database.prisma.deadSubmission.count();
  const isOneDead = async () => (await counted()) === batchSize && (await deadCount()) === 1;
  await waitUntil(isOneDead, { what: 'all but one to be stored' });
  const dead = await database.prisma.deadSubmission.findFirstOrThrow();
  expect(dead).toMatchObject({ id: batch[40]?.id, reason: expect.stringContaining('poison') });

  await database.pool.query('alter table submissions drop constraint poison');
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: 'inlet', LOG_LEVEL: 'silent' };
  const { code } = await runNode([join(projectRoot, 'services/worker/src/commands/replay.ts')], { env, isQuiet: true });
  expect(code).toBe(0);
  await waitUntil(async () => (await counted()) === batchSize + 1, { what: 'the last one to be stored' });
  const verdict = await ledger.judge(house, form);
  reportFault('6 and 7 repeats and poison', verdict);
  expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0, recovered: 0 });
  expect(await deadCount()).toBe(0);
});
