import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { measureRetention } from '#cleanup/delete-expired.ts';
import { plansWithRetention } from '#cleanup/plans-with-retention.ts';
import { beginRuns, listRetained, measureOverdue } from '#cleanup/retention.store.ts';
import { type Piece, runPiece } from '#cleanup/run-piece.ts';
import { runToEnd } from '#cleanup/run-to-end.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let form: Form;

beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
beforeEach(async () => {
  await query(
    'truncate forms, submissions, submission_states, form_totals, retention_runs, changes, change_heads cascade',
  );
  form = await newForm(30);
});

const plans = plansWithRetention({ BILLING: 'on' });
const query = async (text: string, values: readonly unknown[] = []) =>
  (await worker.owner.pool.query(text, [...values])).rows;
async function newForm(retentionDays: number | null, plan = 'pro'): Promise<Form> {
  const { prisma } = worker.owner;
  const { id: userId } = await buildUser(prisma, { plan });
  return prisma.form.update({ where: { id: (await buildForm(prisma, { userId })).id }, data: { retentionDays } });
}
const setDays = (days: number | null) => query('update forms set retention_days = $2 where id = $1', [form.id, days]);
/** Stores submissions of some days ago, some of them in the same millisecond; every fifth is spam. */
const store = (count: number, days: number, { id } = form) =>
  query(
    `with added as (
       insert into submissions (id, form_id, data, is_spam, created_at)
       select gen_random_uuid(), $1, '{}', n % 5 = 0, now() - $3 * interval '24 hours' - (n / 3) * interval '1 millisecond'
       from generate_series(1, $2::int) as n returning is_spam
     )
     insert into form_totals (form_id, submission_count, spam_count)
     select $1, count(*) filter (where not is_spam), count(*) filter (where is_spam) from added
     on conflict (form_id) do update set submission_count = form_totals.submission_count + excluded.submission_count,
       spam_count = form_totals.spam_count + excluded.spam_count`,
    [id, count, days],
  );
const stored = async ({ id } = form) => {
  const [row] = await query(
    `select count(*) filter (where not is_spam)::int as inbox, count(*) filter (where is_spam)::int as spam
     from submissions where form_id = $1`,
    [id],
  );
  const [total] = await query('select * from form_totals where form_id = $1', [id]);
  // The counters match the rows at every moment.
  expect(row).toEqual({ inbox: Number(total?.submission_count ?? 0), spam: Number(total?.spam_count ?? 0) });
  return Number(row.inbox) + Number(row.spam);
};
const changes = () =>
  query(`select form_ids[1] as "formId", type, ids[1] as id, cardinality(ids) as size, up_to as "upTo" from changes
         order by user_id, first_position`);
const begin = (spaced = true) => beginRuns(worker.deps.pool, plans, spaced);
const piece = () => runPiece(worker.deps.pool, plans);
async function runAll(): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (let next = await piece(); next; next = await piece()) pieces.push(next);
  return pieces;
}
const logger = createLogger({ service: 'test', level: 'silent' });

describe('the retention of a form', () => {
  it('deletes what is older than its days, in pieces, with exact counters', async () => {
    await store(1_200, 30);
    await store(7, 29.9);
    await begin();
    const pieces = await runAll();
    expect(pieces.map(({ count }) => count)).toEqual([500, 500, 200, 0]);
    expect(pieces.at(-1)).toEqual({ formId: form.id, count: 0, deletedCount: 1_200, isFinished: true });
    expect(await stored()).toBe(7);
  });

  it('deletes nothing without days, on a plan without it, and of others', async () => {
    const kept = [await newForm(null), await newForm(30, 'starter'), await newForm(31)];
    for (const each of kept) await store(5, 30.5, each);
    await begin();
    expect(await runAll()).toEqual([]);
    for (const each of kept) expect(await stored(each)).toBe(5);
    await beginRuns(worker.deps.pool, null, true);
    expect((await runPiece(worker.deps.pool, null))?.formId).toBe(kept[1]?.id);
  });

  it('is one change in the feed, which names the last one deleted', async () => {
    await store(1_001, 40);
    const [last] = await query(
      'select id, created_at as at from submissions order by created_at desc, id desc limit 1',
    );
    await begin();
    await runAll();
    expect(await changes()).toEqual([{ formId: form.id, type: 'deleted', id: last.id, size: 1, upTo: last.at }]);
  });

  it('causes no deliveries, also to targets that hear of deletions', async () => {
    const target = await buildTarget(worker.owner.prisma, {
      formId: form.id,
      sealed: Buffer.from('sealed'),
      events: ['submission.deleted'],
    });
    await store(3, 40);
    await begin();
    await runAll();
    expect(await query('select from deliveries where target_id = $1', [target.id])).toEqual([]);
  });

  it('takes stars, notes and tags along', async () => {
    await store(3, 40);
    await store(1, 1);
    await query(
      `insert into submission_states (submission_id, form_id, received_at, is_starred, note)
       select id, form_id, created_at, true, 'a note' from submissions`,
    );
    await begin();
    await runAll();
    expect(await query('select from submission_states')).toHaveLength(1);
  });

  it('leaves an hour between two runs, so that a busy form has few changes', async () => {
    await store(1, 31);
    await begin();
    await runAll();
    await store(1, 30.01);
    await begin();
    expect(await runAll()).toEqual([]);
    await query("update retention_runs set finished_at = now() - interval '61 minutes'");
    await begin();
    expect(await runAll()).toHaveLength(2);
    await store(1, 30.01);
    await begin(false);
    expect(await runAll()).toHaveLength(2);
    // A submission that is more than an hour overdue does not wait.
    await store(1, 30.05);
    await begin();
    expect(await runAll()).toHaveLength(2);
    expect(await stored()).toBe(0);
  });

  it.each(['its owner keeps them', 'its plan ends', 'it is deleted'])('stops where %s', async (reason) => {
    await store(1_200, 40);
    await begin();
    await piece();
    if (reason === 'its owner keeps them') await setDays(60);
    else if (reason === 'its plan ends') await query('update users set plan = $1 where id = $2', ['free', form.userId]);
    else await query('delete from forms where id = $1', [form.id]);
    expect(await runAll()).toMatchObject([{ count: 0, isFinished: true }]);
    expect(await stored()).toBe(700);
    if (reason === 'it is deleted') {
      expect([await changes(), await query('select from retention_runs')]).toEqual([[], []]);
      return;
    }
    // The single change describes exactly what was deleted.
    const [change] = await changes();
    const [{ count }] = await query(
      'select count(*)::int as count from submissions where (created_at, id) <= ($1, $2)',
      [change.upTo, change.id],
    );
    expect([(await changes()).length, count]).toEqual([1, 0]);
  });

  it('shares its time between forms', async () => {
    const other = await newForm(30);
    for (const each of [form, other]) await store(1_000, 40, each);
    await begin();
    const order = (await runAll()).map(({ formId }) => formId);
    expect(order.slice(0, 4).toSorted()).toEqual([form.id, form.id, other.id, other.id].toSorted());
    expect(new Set(order.slice(0, 2)).size).toBe(2);
  });

  it('does not let a run that fails hold up the others', async () => {
    const other = await newForm(30);
    for (const each of [form, other]) await store(10, 40, each);
    await begin();
    await query("update retention_runs set touched_at = now() - interval '1 hour' where form_id = $1", [form.id]);
    await query(`create function fail() returns trigger language plpgsql as $$ begin
      if old.form_id = '${form.id}' then raise exception 'no'; end if; return old; end $$`);
    await query('create trigger fails before delete on submissions for each row execute function fail()');
    try {
      await expect(piece()).rejects.toThrow('no');
      expect(await piece()).toMatchObject({ formId: other.id, count: 10 });
    } finally {
      await query('drop trigger fails on submissions');
      await query('drop function fail');
    }
    await runAll();
    expect([await stored(), await stored(other)]).toEqual([0, 0]);
  });
});

describe('several workers', () => {
  it('share the runs and delete each submission once', async () => {
    const forms = [form, await newForm(30), await newForm(30)];
    for (const each of forms) await store(2_000, 40, each);
    await Promise.all([begin(), begin(), begin()]);
    const counts = await Promise.all(
      [1, 2, 3].map(async () => {
        let count = 0;
        for (let next = await piece(); next; next = await piece()) count += next.count;
        return count;
      }),
    );
    await runAll();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(6_000);
    for (const each of forms) expect(await stored(each)).toBe(0);
    expect(await changes()).toHaveLength(3);
  });

  it('look by themselves, count what they delete, and say how late they are', async () => {
    await store(600, 32);
    expect(await measureOverdue(worker.deps.pool, plans)).toBeCloseTo(2 * 86_400, -2);
    const metrics = createMetrics('worker');
    const { pool } = worker.deps;
    const countExpired = measureRetention(pool, plans, metrics);
    const deps = { pool, retentionPlans: plans, countExpired, logger };
    const loop = startBackgroundWork({ row: backgroundWork.retention }, deps);
    onTestFinished(loop.close);
    await waitUntil(async () => (await changes()).length === 1, { what: 'the run to end' });
    expect(await stored()).toBe(0);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^inlet_retention_deleted_total(\{[^}]*\})? 600$/m);
    expect(text).toMatch(/^inlet_retention_overdue_seconds(\{[^}]*\})? 0$/m);
  });
});

describe('an operator’s command', () => {
  it('lists every form that has days, and deletes at once', async () => {
    const starter = await newForm(10, 'starter');
    await store(20, 40);
    await store(3, 40, starter);
    const shown = { days: 30, isActive: true, expired: 20, id: form.id, name: form.name };
    const kept = { days: 10, isActive: false, expired: 3, id: starter.id, name: starter.name };
    const expected = [shown, kept].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await listRetained(worker.deps.pool, plans)).toEqual(expected);
    expect(await runToEnd(worker.deps.pool, plans, async () => undefined)).toBe(20);
    expect([await stored(), await stored(starter)]).toEqual([0, 3]);
  });
});
