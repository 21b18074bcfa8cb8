import { randomUUID } from 'node:crypto';
import { countExpiredSql } from '@inlet/submissions/expired-sql';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plansWithRetention } from '#cleanup/plans-with-retention.ts';
import { beginRuns, measureOverdue } from '#cleanup/retention.store.ts';
import { type Piece, runPiece } from '#cleanup/run-piece.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

/** The retention of the form, in days. */
const days = 30;
const plans = plansWithRetention({ BILLING: 'on' });
let worker: TestWorker;
let formId: string;

beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
beforeEach(async () => {
  await query('truncate forms, submissions, form_totals, retention_runs, changes, change_heads cascade');
  const { prisma } = worker.owner;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma, { plan: 'pro' })).id });
  formId = form.id;
  await prisma.form.update({ where: { id: formId }, data: { retentionDays: days } });
});

const query = async (text: string, values: readonly unknown[] = []) =>
  (await worker.owner.pool.query(text, [...values])).rows;

/** Stores submissions that were sent some days ago. */
const store = (count: number, sentDays: number, importId: string | null = null) =>
  query(
    `with added as (
       insert into submissions (id, form_id, data, created_at, import_id)
       select gen_random_uuid(), $1, '{}', now() - $3 * interval '24 hours' - n * interval '1 millisecond', $4::uuid
       from generate_series(1, $2::int) as n returning id
     )
     insert into form_totals (form_id, submission_count) select $1, count(*) from added
     on conflict (form_id) do update set submission_count = form_totals.submission_count + excluded.submission_count`,
    [formId, count, sentDays, importId],
  );
/** Imports submissions that were sent some days ago; the import was some other days ago. */
async function importSome(count: number, sentDays: number, importedDays: number): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into imports (id, form_id, imported_count, left_count, stored_at)
     values ($1, $2, $3, $3, now() - $4 * interval '24 hours')`,
    [id, formId, count, importedDays],
  );
  await store(count, sentDays, id);
  return id;
}
const begin = () => beginRuns(worker.deps.pool, plans, false);
async function runAll(): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (let next = await runPiece(worker.deps.pool, plans); next; next = await runPiece(worker.deps.pool, plans)) {
    pieces.push(next);
  }
  return pieces;
}
async function left() {
  const [row] = await query(
    `select count(*) filter (where import_id is null)::int as sent, count(import_id)::int as imported,
       (select submission_count::int from form_totals where form_id = $1) as total,
       (select coalesce(sum(left_count), 0)::int from imports where form_id = $1) as "ofImports"
     from submissions where form_id = $1`,
    [formId],
  );
  expect([row.total, row.ofImports]).toEqual([row.sent + row.imported, row.imported]);
  return { sent: row.sent, imported: row.imported };
}
const told = () =>
  query(
    `select type, cardinality(ids) as size, first_position::int as first, up_to is not null as "isUpTo" from changes
     order by first_position`,
  );
const expired = async () => (await query(countExpiredSql, [formId, days, 1_000]))[0].count;

describe('the retention of imported submissions', () => {
  it('counts from their import, while others beside them are deleted in time and named one by one', async () => {
    const { prisma } = worker.owner;
    const events = ['submission.deleted'];
    await buildTarget(prisma, { formId, sealed: new Uint8Array(32), events });
    await importSome(700, 400, 29);
    await importSome(700, 20, 1);
    await store(600, 31);
    await store(5, 1);
    expect([await expired(), Math.round((await measureOverdue(worker.deps.pool, plans)) / 86_400)]).toEqual([600, 1]);
    await begin();
    expect((await runAll()).map(({ count }) => count)).toEqual([500, 100, 0]);
    expect(await left()).toEqual({ sent: 5, imported: 1_400 });
    expect(await told()).toEqual([
      { type: 'deleted', size: 500, first: 1, isUpTo: false },
      { type: 'deleted', size: 100, first: 501, isUpTo: false },
    ]);
    expect(await query('select from deliveries')).toEqual([]);
    expect([await expired(), await measureOverdue(worker.deps.pool, plans)]).toEqual([0, 0]);
  });

  it('begins no run for what stays, and finds what becomes due behind it', async () => {
    await importSome(3, 400, 10);
    await begin();
    expect(await runAll()).toEqual([]);
    await store(2, 35);
    await begin();
    expect((await runAll()).map(({ count }) => count)).toEqual([2, 0]);
    // The next search starts where the last run has ended.
    await query(`update submissions set created_at = now() - interval '50 days' where import_id is null`);
    await store(4, 30.0001);
    await query(`update retention_runs set done_before = now() - interval '31 days'`);
    await begin();
    expect((await runAll()).map(({ count }) => count)).toEqual([4, 0]);
    expect(await left()).toEqual({ sent: 0, imported: 3 });
  });

  it('ends when the days of the import are over, also if a later import stays', async () => {
    const first = await importSome(4, 400, 29);
    await importSome(3, 500, 1);
    await store(1, 31);
    await begin();
    await runAll();
    expect(await left()).toEqual({ sent: 0, imported: 7 });
    await query(`update imports set stored_at = now() - interval '31 days' where id = $1`, [first]);
    expect(await expired()).toBe(4);
    await begin();
    expect((await runAll()).map(({ count }) => count)).toEqual([4, 0]);
    expect(await left()).toEqual({ sent: 0, imported: 3 });
    await query(`update imports set stored_at = now() - interval '31 days'`);
    await begin();
    await runAll();
    expect(await left()).toEqual({ sent: 0, imported: 0 });
    // Without imports that stay, the end of the run names the last one for all.
    expect((await told()).at(-1)).toEqual({ type: 'deleted', size: 1, first: 6, isUpTo: true });
  });

  it('tells the feed again of what was imported in the middle of a run that names the last one for all', async () => {
    await store(600, 40);
    await begin();
    expect((await runPiece(worker.deps.pool, plans))?.count).toBe(500);
    await importSome(1_001, 41, 0);
    await importSome(2, 20, 0);
    await runAll();
    expect(await left()).toEqual({ sent: 0, imported: 1_003 });
    expect(await told()).toEqual([
      { type: 'deleted', size: 100, first: 1, isUpTo: false },
      { type: 'deleted', size: 1, first: 101, isUpTo: true },
      { type: 'imported', size: 1_000, first: 102, isUpTo: false },
      { type: 'imported', size: 1, first: 1_102, isUpTo: false },
    ]);
    expect(await query('select position::int from change_heads')).toEqual([{ position: 1_102 }]);
  });
});
