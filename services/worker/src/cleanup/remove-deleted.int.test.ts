import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeletionStep, removeSome } from '#cleanup/remove-deleted.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';

let testDatabase: TestDatabase;
let database: Database;
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 6, applicationName: 'worker' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});
beforeEach(async () => {
  form = await newForm();
});

async function newForm(): Promise<Form> {
  return buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
}
const query = (sql: string, values: unknown[] = []) => database.pool.query(sql, values);
/** Stores submissions of a form quickly; every tenth is spam. */
const fill = (count: number, { id } = form) =>
  query(
    `insert into submissions (id, form_id, data, is_spam, created_at)
     select gen_random_uuid(), $1, '{}', n % 10 = 0, now() from generate_series(1, $2::int) as n`,
    [id, count],
  );
const store = (...submissions: AcceptedSubmission[]) =>
  storeWithHalving(database.pool, submissions, async (_submission, reason) => {
    throw new Error(reason);
  });
const received = ({ id: formId, userId } = form) => buildAcceptedSubmission({ formId, userId });

/** Gives a form mails, marks and a remote check, so that each stored submission leaves two notices. */
async function addMailAndChecks({ id: formId, userId } = form): Promise<void> {
  const { prisma } = database;
  const id = randomUUID();
  await prisma.notifications.create({ data: { formId, mode: 'instant', autoReply: true } });
  await prisma.recipient.create({ data: { id, formId, email: 'ada@example.com' } });
  await prisma.autoReply.create({
    data: { formId, day: new Date(), addressHash: Buffer.from('hash'), at: new Date() },
  });
  await prisma.spamLesson.create({ data: { submissionId: id, formId, userId, isSpam: true } });
  await prisma.spamCheck.create({ data: { submissionId: id, formId, dueAt: new Date() } });
}
/** An owner's work in the inbox of a form. */
async function workOn({ id: formId } = form): Promise<void> {
  const { prisma } = database;
  await query(
    `insert into submission_states (submission_id, form_id, received_at, is_starred)
     select id, form_id, created_at, true from submissions where form_id = $1`,
    [formId],
  );
  await prisma.formColumns.create({ data: { formId, columns: [] } });
  await prisma.formRules.create({ data: { formId, rules: {}, version: 1 } });
  await prisma.dailyPageViews.create({ data: { formId, day: new Date(), viewCount: 1 } });
  await prisma.retentionRun.create({ data: { formId, before: new Date(), touchedAt: new Date() } });
  await prisma.savedView.create({ data: { id: randomUUID(), formId, name: 'Mine', filter: {} } });
}
const mailAndChecks = { notices: 2, auto_replies: 1, spam_lessons: 1, spam_checks: 1 };

/** Deletes a form as account does. */
const deleteForm = ({ id } = form) =>
  database.prisma.$transaction([
    database.prisma.form.delete({ where: { id } }),
    database.prisma.formDeletion.create({ data: { formId: id } }),
  ]);

/** Everything that is stored of a form, by table. */
async function leftOf({ id } = form): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.keys(nothing).map(async (table) => [
      table,
      (await query(`select from ${table} where form_id = $1`, [id])).rowCount,
    ]),
  );
  return Object.fromEntries(counts);
}
const nothing = {
  submissions: 0,
  submission_states: 0,
  form_columns: 0,
  form_rules: 0,
  saved_views: 0,
  form_totals: 0,
  daily_form_counters: 0,
  daily_origin_counters: 0,
  daily_page_views: 0,
  dead_submissions: 0,
  notifications: 0,
  recipients: 0,
  notices: 0,
  auto_replies: 0,
  spam_lessons: 0,
  spam_checks: 0,
  retention_runs: 0,
  form_deletions: 0,
};

/** Continues until nothing is left to do. */
async function removeAll(pool = database.pool): Promise<DeletionStep['outcome'][]> {
  const outcomes: DeletionStep['outcome'][] = [];
  for (;;) {
    const step = await removeSome(pool);
    if (step === null) return outcomes;
    outcomes.push(step.outcome);
  }
}

describe('the removal of a deleted form', () => {
  it('takes away all that is kept of it, and nothing of another form', async () => {
    const other = await newForm();
    for (const each of [form, other]) {
      await addMailAndChecks(each);
      await store(received(each), received(each));
      await workOn(each);
      const dead = { id: randomUUID(), formId: each.id, payload: Buffer.from('{}'), reason: 'refused' };
      await database.prisma.deadSubmission.create({ data: dead });
    }
    await deleteForm();
    expect(await leftOf()).toEqual({
      ...nothing,
      submissions: 2,
      submission_states: 2,
      form_totals: 1,
      daily_form_counters: 1,
      daily_origin_counters: 1,
      dead_submissions: 1,
      ...mailAndChecks,
      retention_runs: 1,
      form_deletions: 1,
    });
    expect(await removeAll()).toEqual(['done']);
    expect(await leftOf()).toEqual(nothing);
    expect(await leftOf(other)).toEqual({
      ...nothing,
      submissions: 2,
      submission_states: 2,
      form_columns: 1,
      form_rules: 1,
      daily_page_views: 1,
      saved_views: 1,
      form_totals: 1,
      daily_form_counters: 1,
      daily_origin_counters: 1,
      dead_submissions: 1,
      notifications: 1,
      recipients: 1,
      ...mailAndChecks,
      retention_runs: 1,
    });
  });

  it('gives nothing back of what was used of the month', async () => {
    await store(received());
    await deleteForm();
    await removeAll();
    const usage = await database.prisma.monthlyUsage.findMany({ where: { userId: form.userId } });
    expect(usage.map(({ submissionCount }) => submissionCount)).toEqual([1n]);
  });

  it('goes on piece by piece, each of 5,000 submissions', async () => {
    await fill(12_000);
    await deleteForm();
    expect(await removeSome(database.pool)).toEqual({ formId: form.id, outcome: 'more' });
    expect(await leftOf()).toMatchObject({ submissions: 7_000, form_deletions: 1 });
    expect(await removeAll()).toEqual(['more', 'done']);
    expect(await leftOf()).toEqual(nothing);
  });

  it('has nothing to do where nothing was deleted', async () => {
    await fill(3);
    expect(await removeSome(database.pool)).toBeNull();
    expect(await leftOf()).toMatchObject({ submissions: 3 });
  });

  it('leaves out the forms that it is told to', async () => {
    const [first, second] = [form, await newForm()];
    await deleteForm(first);
    await deleteForm(second);
    expect((await removeSome(database.pool, [first.id]))?.formId).toBe(second.id);
    expect(await removeSome(database.pool, [first.id])).toBeNull();
    expect((await removeSome(database.pool))?.formId).toBe(first.id);
  });

  it('is taken up by the next one when the process dies in the middle of a piece', async () => {
    await fill(6_000);
    await deleteForm();
    const dying = new pg.Client({ connectionString: testDatabase.url });
    dying.on('error', () => undefined);
    await dying.connect();
    await dying.query('begin');
    await dying.query('select from form_deletions for update');
    const { rowCount } = await dying.query('delete from submissions where form_id = $1', [form.id]);
    expect(rowCount).toBe(6_000);
    expect(await removeSome(database.pool)).toBeNull();
    const { rows } = await dying.query<{ pid: number }>('select pg_backend_pid() as pid');
    await query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await waitUntil(async () => (await removeSome(database.pool))?.outcome === 'done');
    expect(await leftOf()).toEqual(nothing);
  });

  it('is shared by several workers without harm', async () => {
    const forms = await Promise.all(Array.from({ length: 6 }, newForm));
    for (const each of forms) await fill(7_000, each);
    for (const each of forms) await deleteForm(each);
    const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: testDatabase.url, max: 1 }));
    try {
      const outcomes = (await Promise.all(pools.map(removeAll))).flat();
      // A worker does nothing if another one is busy, so the test repeats the work.
      outcomes.push(...(await removeAll()));
      expect(outcomes.filter((outcome) => outcome === 'more')).toHaveLength(6);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
    for (const each of forms) expect(await leftOf(each)).toEqual(nothing);
  });
});

describe('submissions of a form that was deleted', () => {
  it('are dropped when they are stored later', async () => {
    await deleteForm();
    await removeAll();
    expect(await store(received())).toMatchObject({ count: 0, targets: [] });
    expect(await leftOf()).toEqual(nothing);
  });

  it('are removed although the statement that stores them began before and ends after everything else', async () => {
    await store(received());
    const blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from form_totals where form_id = $1 for update', [form.id]);
    // It has taken its snapshot of the forms, and now waits for the total.
    const storing = store(received());
    await waitUntil(isSomebodyWaiting, { what: 'the statement to wait' });
    await deleteForm();

    expect(await removeSome(database.pool)).toEqual({ formId: form.id, outcome: 'wait' });
    expect(await leftOf()).toMatchObject({ submissions: 0, form_deletions: 1 });
    await blocker.query('commit');
    blocker.release();
    await storing;
    expect(await leftOf()).toMatchObject({ submissions: 1, form_totals: 1 });
    expect(await removeAll()).toEqual(['done']);
    expect(await leftOf()).toEqual(nothing);
  });

  it('do not have to wait for a statement that began when the form was gone', async () => {
    await deleteForm();
    await waitUntil(isNothingOlderUnderWay, { what: 'what other tests began before' });
    const reader = await database.pool.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1 from forms');
    expect(await removeAll()).toEqual(['done']);
    await reader.query('commit');
    reader.release();
  });
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

/** A snapshot counts from the oldest transaction of the whole server, and other tests run in other databases. */
async function isNothingOlderUnderWay(): Promise<boolean> {
  const { rows } = await query(
    `select from form_deletions
     where form_id = $1 and pg_snapshot_xmin(pg_current_snapshot())::text::bigint > xmin::text::bigint`,
    [form.id],
  );
  return rows.length > 0;
}
