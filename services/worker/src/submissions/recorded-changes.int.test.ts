import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeWithHalving } from '#submissions/store-with-halving.ts';
import { insertSubmissions } from '#submissions/submissions.store.ts';

let testDatabase: TestDatabase;
let database: Database;
/** A connection with a worker's rights. */
let worker: Database;
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 4, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 8, applicationName: 'worker' });
});
afterAll(async () => {
  await Promise.all([database.close(), worker.close()]);
  await testDatabase.close();
});
beforeEach(async () => {
  form = await newForm();
});

async function newForm(userId?: string): Promise<Form> {
  return buildForm(database.prisma, { userId: userId ?? (await buildUser(database.prisma)).id });
}
const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, ...overrides });
const idsOf = (batch: readonly AcceptedSubmission[]) => batch.map(({ id }) => id).toSorted();

/** An account's changes by their positions, which must have no gaps. */
async function changesOf({ userId } = form) {
  const { rows } = await database.pool.query<{ first: string; type: string; ids: string[]; forms: string[] }>(
    'select first_position as first, type, ids, form_ids as forms from changes where user_id = $1 order by first_position',
    [userId],
  );
  let next = 1;
  for (const { first, ids, forms } of rows) {
    expect(Number(first)).toBe(next);
    expect([1, ids.length]).toContain(forms.length);
    next += ids.length;
  }
  const head = await database.prisma.changeHead.findUnique({ where: { userId } });
  expect(Number(head?.position ?? 0)).toBe(next - 1);
  return rows.map(({ type, ids, forms }) => ({ type, ids, forms: [...new Set(forms)] }));
}

async function addTarget(formId: string, events: readonly string[]): Promise<string> {
  const target = { id: randomUUID(), formId, kind: 'webhook', name: '', sealed: Buffer.from(''), events: [...events] };
  return (await database.prisma.target.create({ data: target })).id;
}

describe('a stored batch', () => {
  it('is delivered in the order of receipt, whatever its ids are', async () => {
    const targetId = await addTarget(form.id, ['submission.created']);
    const received = ['f', '8', '0'].map((start, n) =>
      submission({ id: randomUUID().replace(/^./, start), receivedAtMs: Date.now() - 3_000 + 1_000 * n }),
    );
    await insertSubmissions(worker.pool, received);
    const deliveries = await database.prisma.delivery.findMany({ where: { targetId }, orderBy: { id: 'asc' } });
    expect(deliveries.map(({ submissionId }) => submissionId)).toEqual(received.map(({ id }) => id));
  });

  it('is one change of each account and type, at positions that follow one another', async () => {
    const [other, foreign] = [await newForm(form.userId), await newForm()];
    const first = [submission(), submission({ formId: foreign.id }), submission({ formId: other.id })];
    const spam = submission({ isSpam: true });
    await insertSubmissions(worker.pool, [...first, spam]);
    const second = [submission()];
    await insertSubmissions(worker.pool, second);
    const [a, b, c] = first;
    expect(await changesOf()).toEqual([
      { type: 'created', ids: [a?.id, c?.id].toSorted(), forms: expect.arrayContaining([form.id, other.id]) },
      { type: 'spam', ids: [spam.id], forms: [form.id] },
      { type: 'created', ids: idsOf(second), forms: [form.id] },
    ]);
    expect(await changesOf(foreign)).toEqual([{ type: 'created', ids: [b?.id], forms: [foreign.id] }]);
  });

  it('is recorded once that is delivered twice, and without what was there', async () => {
    const batch = [submission(), submission()];
    const more = [...batch, submission()];
    await insertSubmissions(worker.pool, batch);
    await insertSubmissions(worker.pool, batch);
    await insertSubmissions(worker.pool, more);
    expect((await changesOf()).map(({ ids }) => ids.length)).toEqual([2, 1]);
  });

  it('is recorded for no form that was deleted meanwhile', async () => {
    await database.prisma.form.delete({ where: { id: form.id } });
    expect(await insertSubmissions(worker.pool, [submission()])).toMatchObject({ count: 0, targets: [] });
    expect(await changesOf()).toEqual([]);
  });

  it('leaves no change where it is not stored', async () => {
    const bad = submission({ json: '{"a":"\0"}' });
    await expect(insertSubmissions(worker.pool, [submission(), bad])).rejects.toThrow('invalid byte sequence');
    expect(await changesOf()).toEqual([]);
  });

  it('names the targets that have a delivery now, also where it is stored in halves', async () => {
    const other = await newForm();
    const wanting = await addTarget(form.id, ['submission.created']);
    const spamOnly = await addTarget(other.id, ['submission.spam']);
    const batch = [submission(), submission({ formId: other.id })];
    expect(await insertSubmissions(worker.pool, batch)).toEqual({ count: 2, targets: [wanting], missing: [] });
    const missing = batch.map(({ id }) => id).toSorted();
    const again = await insertSubmissions(worker.pool, batch);
    expect({ ...again, missing: again.missing.toSorted() }).toEqual({ count: 0, targets: [], missing });
    const halved = [
      ...Array.from({ length: 5 }, () => submission()),
      submission({ json: '{' }),
      submission({ formId: other.id, isSpam: true }),
    ];
    const { count, targets } = await storeWithHalving(worker.pool, halved, async () => undefined);
    expect([count, targets.toSorted()]).toEqual([6, [wanting, spamOnly].toSorted()]);
  });
});

describe('several writers', () => {
  it('record a change before they count, so that what waits for the account holds no counter', async () => {
    await insertSubmissions(worker.pool, [submission()]);
    const rows = (table: string, key: string) => `select from ${table} where ${key} = $1 for update skip locked`;
    const { waiting } = await database.prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe('select from change_heads where user_id = $1::uuid for update', form.userId);
      const insertion = insertSubmissions(worker.pool, [submission()]);
      await waitUntil(async () => (await lockWaits()) > 0, { what: 'the batch to wait for the head' });
      for (const [table, key, id] of [
        ['form_totals', 'form_id', form.id],
        ['daily_form_counters', 'form_id', form.id],
        ['monthly_usage', 'user_id', form.userId],
      ] as const) {
        expect((await database.pool.query(rows(table, key), [id])).rowCount).toBe(1);
      }
      return { waiting: insertion };
    });
    expect((await waiting).count).toBe(1);
  });

  it('leave positions without a gap that a reader sees in the order of their commits', async () => {
    const forms = await Promise.all(Array.from({ length: 6 }, (_, n) => newForm(n < 3 ? form.userId : undefined)));
    let isOver = false;
    const seen: number[] = [];
    const reading = (async () => {
      // It reads once more after everything is committed.
      for (let isLast = false; !isLast; await pause(1)) {
        isLast = isOver;
        const { rows } = await database.pool.query<{ first: string; size: number }>(
          `select first_position as first, cardinality(ids) as size from changes
           where user_id = $1 and first_position > $2 order by 1`,
          [form.userId, seen.at(-1) ?? 0],
        );
        for (const { first, size } of rows) for (let n = 0; n < size; n += 1) seen.push(Number(first) + n);
      }
    })();
    const sent: AcceptedSubmission[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let round = 0; round < 25; round += 1) {
          const batch = Array.from({ length: 1 + ((writer + round) % 9) }, (_, n) =>
            submission({ formId: forms[(writer * round + n) % forms.length]?.id ?? '' }),
          );
          sent.push(...batch);
          await insertSubmissions(worker.pool, batch);
          await pause(Math.random() * 5);
        }
      }),
    );
    isOver = true;
    await reading;
    const own = new Set(forms.slice(0, 3).map(({ id }) => id));
    const count = sent.filter(({ formId }) => own.has(formId)).length;
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect((await changesOf()).flatMap(({ ids }) => ids)).toHaveLength(count);
  });
});

async function lockWaits(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
