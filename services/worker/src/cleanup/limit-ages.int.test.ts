import { randomUUID } from 'node:crypto';
import { dailyCountDaysMax, deadDaysMax, formCheckDaysMax, suppressionDaysMax } from '@inlet/contracts/retention';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';

let testDatabase: TestDatabase;
let database: Database;
/** A connection with a worker's rights. */
let worker: Database;
const logger = createLogger({ service: 'test', level: 'silent' });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 2, applicationName: 'worker' });
});
afterAll(async () => {
  await Promise.all([database.close(), worker.close()]);
  await testDatabase.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

it('removes what is older than its age, and keeps what is younger', async () => {
  const { prisma } = database;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  const dead = (days: number) => ({
    id: randomUUID(),
    formId: form.id,
    payload: Buffer.from('{}'),
    reason: 'x',
    createdAt: daysAgo(days),
  });
  await prisma.deadSubmission.createMany({ data: [dead(deadDaysMax + 1), dead(deadDaysMax - 1)] });
  await prisma.suppression.createMany({
    data: [suppressionDaysMax + 1, suppressionDaysMax - 1].map((days) => ({
      email: `${days}@example.com`,
      scope: 'all',
      reason: 'complaint',
      stoppedAt: daysAgo(days),
    })),
  });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 4 } });
  await prisma.formCheck.createMany({
    data: [formCheckDaysMax + 1, formCheckDaysMax - 1].map((days) => ({
      ...{ id: randomUUID(), formId: form.id, pageUrl: 'https://site.example' },
      ...{ state: 'good', createdAt: daysAgo(days), finishedAt: daysAgo(days) },
    })),
  });
  for (const days of [dailyCountDaysMax + 2, dailyCountDaysMax + 1, dailyCountDaysMax - 1, 0]) {
    const key = { formId: form.id, day: daysAgo(days) };
    await prisma.dailyFormCounter.create({ data: { ...key, submissionCount: 1 } });
    await prisma.dailyOriginCounter.create({ data: { ...key, origin: 'https://a.example', submissionCount: 1 } });
    await prisma.dailyRefusalCounter.create({ data: { ...key, reason: 'other', refusalCount: 1 } });
    await prisma.dailyPageViews.create({ data: { ...key, viewCount: 1 } });
  }

  for (let n = 0; n < 2; n += 1)
    onTestFinished(startBackgroundWork({ row: backgroundWork.otherAges }, { pool: worker.pool, logger }).close);
  const count = () =>
    Promise.all([
      prisma.deadSubmission.count(),
      prisma.dailyFormCounter.count(),
      prisma.dailyOriginCounter.count(),
      prisma.dailyRefusalCounter.count(),
      prisma.dailyPageViews.count(),
      prisma.suppression.count(),
      prisma.formCheck.count(),
    ]);
  await waitUntil(async () => (await count()).join() === '1,2,2,2,2,1,1', { what: 'the old rows to go' });
  // The number of a form counts from its creation.
  expect(await prisma.formTotal.findFirst()).toMatchObject({ submissionCount: 4n, pastCount: 2n });
});

it('goes on until nothing old is left', async () => {
  await database.pool.query(
    `insert into dead_submissions (id, form_id, payload, reason, created_at)
     select gen_random_uuid(), gen_random_uuid(), '', 'x', now() - interval '${deadDaysMax + 1} days'
     from generate_series(1, 2500)`,
  );
  onTestFinished(startBackgroundWork({ row: backgroundWork.otherAges }, { pool: worker.pool, logger }).close);
  await waitUntil(async () => (await database.prisma.deadSubmission.count()) === 1, { what: 'the old rows to go' });
});
