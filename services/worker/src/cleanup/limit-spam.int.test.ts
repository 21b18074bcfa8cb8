import { randomUUID } from 'node:crypto';
import { spamDaysMax, spamOfFormMax } from '@inlet/contracts/retention';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { findCrowded, findOutdated, removeSpam } from '#cleanup/spam.store.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';

let testDatabase: TestDatabase;
let database: Database;
/** The same with a worker's rights. */
let worker: Database;
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 6, applicationName: 'worker' });
});
afterAll(async () => {
  await Promise.all([database.close(), worker.close()]);
  await testDatabase.close();
});
beforeEach(async () => {
  form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
});

/** Stores rows of some days ago, one second apart. */
async function store(count: number, { isSpam = true, daysAgo = 1, markedDaysAgo = null as number | null } = {}) {
  await database.pool.query(
    `with rows as (
       insert into submissions (id, form_id, data, is_spam, created_at, marked_at)
       select gen_random_uuid(), $1, '{}', $3, now() - make_interval(days => $4) + n * interval '1 second',
         now() - make_interval(days => $5)
       from generate_series(1, $2::int) as n returning is_spam
     )
     insert into form_totals (form_id, submission_count, spam_count)
     select $1, count(*) filter (where not is_spam), count(*) filter (where is_spam) from rows
     on conflict (form_id) do update set submission_count = form_totals.submission_count + excluded.submission_count,
       spam_count = form_totals.spam_count + excluded.spam_count`,
    [form.id, count, isSpam, daysAgo, markedDaysAgo],
  );
}

/** The rows of a form, which its counters must always match. */
async function state() {
  const { rows } = await database.pool.query<{ kept: number; spam: number; oldest: Date | null; counted: number[] }>(
    `select count(*) filter (where not is_spam) as kept, count(*) filter (where is_spam) as spam,
       min(created_at) filter (where is_spam) as oldest,
       (select array[submission_count::int, spam_count::int] from form_totals where form_id = $1) as counted
     from submissions where form_id = $1`,
    [form.id],
  );
  const { kept = 0, spam = 0, oldest, counted } = rows[0] ?? {};
  expect(counted).toEqual([kept, spam]);
  return { kept, spam, ageDays: Math.round((Date.now() - (oldest?.getTime() ?? 0)) / 86_400_000) };
}

describe('a form with more spam than it may keep', () => {
  it('loses the oldest of it, in pieces, and nothing of its inbox', async () => {
    await store(3, { isSpam: false, daysAgo: 300 });
    await store(7, { daysAgo: 20 });
    await store(spamOfFormMax, { daysAgo: 10 });
    expect(await findCrowded(worker.pool)).toEqual([form.id]);
    expect(await removeSpam(worker.pool, 'excess', form.id, 5)).toBe(5);
    expect(await removeSpam(worker.pool, 'excess', form.id, 5)).toBe(2);
    expect(await removeSpam(worker.pool, 'excess', form.id, 5)).toBe(0);
    expect(await findCrowded(worker.pool)).toEqual([]);
    expect(await state()).toEqual({ kept: 3, spam: spamOfFormMax, ageDays: 10 });
  });

  it('loses no more than that to several workers at once', async () => {
    await store(spamOfFormMax + 40);
    const removed = await Promise.all(Array.from({ length: 5 }, () => removeSpam(worker.pool, 'excess', form.id, 100)));
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await state()).toMatchObject({ spam: spamOfFormMax });
  });

  it('keeps its spam where it has no counter, or one that counts too little', async () => {
    await store(4);
    await database.prisma.formTotal.delete({ where: { formId: form.id } });
    expect(await removeSpam(worker.pool, 'excess', form.id, 100)).toBe(0);
    await database.prisma.formTotal.create({ data: { formId: form.id, submissionCount: 0, spamCount: 4 } });
    expect(await removeSpam(worker.pool, 'excess', form.id, 100)).toBe(0);
    expect(await state()).toMatchObject({ spam: 4 });
  });
});

describe('spam that is too old', () => {
  it('goes by its age in the folder, and what is in the inbox stays', async () => {
    await store(2, { daysAgo: spamDaysMax + 1 });
    await store(3, { daysAgo: spamDaysMax - 1 });
    await store(4, { daysAgo: 300, isSpam: false });
    await store(5, { daysAgo: 300, markedDaysAgo: spamDaysMax - 1 });
    await store(6, { daysAgo: 300, markedDaysAgo: spamDaysMax + 1 });
    expect(await findOutdated(worker.pool)).toEqual([form.id]);
    expect(await removeSpam(worker.pool, 'outdated', form.id, 7)).toBe(7);
    expect(await removeSpam(worker.pool, 'outdated', form.id, 7)).toBe(1);
    expect(await findOutdated(worker.pool)).toEqual([]);
    expect(await state()).toMatchObject({ kept: 4, spam: 8 });
  });

  it('is a change where its owner had marked it, and none where it never was in the inbox', async () => {
    await store(3, { daysAgo: spamDaysMax + 1 });
    await store(2, { daysAgo: 300, markedDaysAgo: spamDaysMax + 1 });
    expect(await removeSpam(worker.pool, 'outdated', form.id, 7)).toBe(5);
    const changes = await database.prisma.change.findMany({ where: { userId: form.userId } });
    expect(changes).toMatchObject([{ type: 'deleted', formIds: [form.id] }]);
  });
});

describe('workers', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });

  it('hold a flood, two beside each other, and remove what is too old', async () => {
    await store(10, { daysAgo: spamDaysMax + 1 });
    const { spamExcess, spamAges } = backgroundWork;
    for (let n = 0; n < 2; n += 1)
      onTestFinished(startBackgroundWork({ spamExcess, spamAges }, { pool: worker.pool, logger }).close);
    await waitUntil(async () => (await state()).spam === 0, { what: 'old spam to go' });
    const flood = 25_000;
    const batch = 1_000;
    for (let sent = 0; sent < flood; sent += batch) {
      const spam = () =>
        buildAcceptedSubmission({ id: randomUUID(), formId: form.id, userId: form.userId, isSpam: true });
      await storeWithHalving(worker.pool, Array.from({ length: batch }, spam), async () => undefined);
    }
    await waitUntil(async () => (await findCrowded(worker.pool)).length === 0, { what: 'the flood to be held' });
    expect(await state()).toMatchObject({ kept: 0, spam: spamOfFormMax });
  });
});
