import type { Form } from '@inlet/db/client';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StoreDeps, storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let form: Form;
let run: ReturnType<typeof storeSubmissionsJob>;
const announce = vi.fn<StoreDeps['announce']>(async () => undefined);

beforeAll(async () => {
  worker = await openTestWorker();
  run = storeSubmissionsJob({ ...worker.deps, announce });
});
afterAll(() => worker.close());
beforeEach(async () => {
  announce.mockClear();
  worker.deps.metrics.registry.resetMetrics();
  const { prisma } = worker.owner;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, ...overrides });

/** Rows that PostgreSQL refuses, each for another reason. */
const poisons: Readonly<Record<string, { row: Partial<AcceptedSubmission>; reason: RegExp }>> = {
  'a character that it cannot store': { row: { json: '{"a":"\0"}' }, reason: /invalid byte sequence/ },
  'text that is no JSON': { row: { json: '{"a":' }, reason: /invalid input syntax for type json/ },
  'two values instead of one': { row: { json: '{"a":1},{"b":2}' }, reason: /json/ },
  'a nesting deeper than its stack': { row: { json: '['.repeat(100_000) }, reason: /stack depth limit exceeded/ },
  'a subject that it cannot store': { row: { subject: 'a\0b' }, reason: /invalid byte sequence/ },
};
const announcedIds = () => announce.mock.calls.flatMap(([announced]) => announced.map(({ id }) => id));
const poison = () => submission({ json: '{"a":"\0"}' });

async function deliver(batch: readonly AcceptedSubmission[], jobId: string = crypto.randomUUID()): Promise<void> {
  await run(packBatch(batch), { jobId, lane: 0, logger: worker.deps.logger });
}

/** The form's rows, its counters, and its set-aside submissions. */
async function state() {
  const {
    owner: { prisma },
    deps: { pool },
  } = worker;
  const [rows, total, usage, dead] = await Promise.all([
    prisma.submission.findMany({ where: { formId: form.id }, select: { id: true } }),
    prisma.formTotal.findUnique({ where: { formId: form.id } }),
    prisma.monthlyUsage.aggregate({ where: { userId: form.userId }, _sum: { submissionCount: true } }),
    pool.query<{ id: string; reason: string; payload: Buffer }>(
      'select id, reason, payload from dead_submissions where form_id = $1 order by id',
      [form.id],
    ),
  ]);
  return {
    ids: rows.map(({ id }) => id).toSorted(),
    total: Number(total?.submissionCount ?? 0),
    usage: Number(usage._sum.submissionCount ?? 0),
    dead: dead.rows,
  };
}

async function counted(name: string): Promise<number> {
  const metric = await worker.deps.metrics.registry.getSingleMetric(`inlet_submissions_${name}_total`)?.get();
  return metric?.values[0]?.value ?? 0;
}
/** True if a client was asked to insert submissions. */
const isInsert = ([query]: readonly unknown[]) =>
  typeof query === 'object' && String(Reflect.get(query ?? {}, 'name')).startsWith('insert-submissions');
const idsOf = (batch: readonly AcceptedSubmission[]) => batch.map(({ id }) => id).toSorted();
const goodOnes = (count: number) => Array.from({ length: count }, () => submission());

describe('a batch in which the database refuses something', () => {
  it.each(Object.entries(poisons))('for %s is stored but for that one', async (_what, { row, reason }) => {
    const [good, bad] = [goodOnes(99), submission(row)];
    await deliver([...good.slice(0, 37), bad, ...good.slice(37)]);
    const { ids, total, usage, dead } = await state();
    expect(ids).toEqual(idsOf(good));
    expect([total, usage]).toEqual([99, 99]);
    expect(dead).toMatchObject([{ id: bad.id, reason: expect.stringMatching(reason) }]);
    expect(JSON.parse(dead[0]?.payload.toString() ?? '')).toEqual(bad);
    expect([await counted('stored'), await counted('dead')]).toEqual([99, 1]);
  });

  it.each([[[0]], [[99]], [[49, 50]], [[0, 1, 33, 66, 98, 99]]])('is stored but for those at %j', async (positions) => {
    const batch = Array.from({ length: 100 }, (_, n) => (positions.includes(n) ? poison() : submission()));
    await deliver(batch);
    const { ids, total, dead } = await state();
    expect(ids).toEqual(idsOf(batch.filter((_, n) => !positions.includes(n))));
    expect(total).toBe(100 - positions.length);
    expect(dead.map(({ id }) => id)).toEqual(idsOf(batch.filter((_, n) => positions.includes(n))));
    expect(await counted('dead')).toBe(positions.length);
  });

  it('gives every other submission its own fields, also beside texts that would make sense together', async () => {
    const texts = ['{"n":0}', '[1', '2]', '{"n":3}', '{"a":1},{"b":2}', '{"n":5}', '"', '"', '{"n":8}', ''];
    const batch = texts.map((json) => submission({ json }));
    await deliver(batch);
    const { rows } = await worker.deps.pool.query<{ id: string; text: string }>(
      'select id, data::text as text from submissions where form_id = $1',
      [form.id],
    );
    const good = batch.filter(({ json }) => json.startsWith('{"n"'));
    expect(Object.fromEntries(rows.map(({ id, text }) => [id, text]))).toEqual(
      Object.fromEntries(good.map(({ id, json }) => [id, json])),
    );
    expect((await state()).dead).toHaveLength(6);
  });

  it('ends well when it refuses all of it, and announces nothing', async () => {
    const batch = Array.from({ length: 10 }, poison);
    await deliver(batch);
    const { ids, total, usage, dead } = await state();
    expect([ids, total, usage]).toEqual([[], 0, 0]);
    expect(dead.map(({ id }) => id)).toEqual(idsOf(batch));
    expect(announcedIds()).toEqual([]);
  });

  it('costs a number of statements that grows with its depth, not with its size', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const batch = [...goodOnes(499), poison()];
      await deliver(batch);
      const inserts = query.mock.calls.filter((args) => isInsert(args));
      expect(inserts.length).toBeGreaterThan(10);
      expect(inserts.length).toBeLessThan(25);
    } finally {
      query.mockRestore();
    }
  });

  it('changes nothing more when it is delivered again', async () => {
    const batch = [...goodOnes(50), poison(), ...goodOnes(49)];
    await deliver(batch, 'twice');
    const first = await state();
    await deliver(batch, 'twice');
    expect(await state()).toEqual(first);
    expect(first.dead).toHaveLength(1);
  });

  it('is delivered whole again when the database goes away between its halves', async () => {
    const batch = [...goodOnes(5), poison()];
    let inserts = 0;
    const original = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      if (isInsert(args)) inserts += 1;
      if (inserts === 3) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return Reflect.apply(original, this, args);
    });
    await expect(deliver(batch, 'halfway')).rejects.toThrow('terminating connection');
    spy.mockRestore();
    expect((await state()).ids).toEqual([]);
    expect(announce).not.toHaveBeenCalled();

    await deliver(batch, 'halfway');
    const { ids, total, usage, dead } = await state();
    expect(ids).toEqual(idsOf(batch.slice(0, 5)));
    expect([total, usage, dead.length]).toEqual([5, 5, 1]);
    expect(announcedIds()).toEqual(expect.arrayContaining(idsOf(batch.slice(0, 5))));
  });
});

describe('the announcement of a batch', () => {
  it('comes when its rows are there for everybody to see', async () => {
    const batch = goodOnes(20);
    let seen = 0;
    announce.mockImplementationOnce(async () => {
      const { rows } = await worker.deps.pool.query('select from submissions where form_id = $1', [form.id]);
      seen = rows.length;
    });
    await deliver(batch);
    expect(seen).toBe(20);
  });

  it('comes once for all of them, with their forms, and without spam', async () => {
    const { prisma } = worker.owner;
    const other = await buildForm(prisma, { userId: form.userId });
    const batch = [...goodOnes(2), submission({ formId: other.id }), submission({ isSpam: true })];
    await deliver(batch);
    expect(announce).toHaveBeenCalledTimes(1);
    const announced = announce.mock.calls[0]?.[0].map(({ id, formId }) => ({ id, formId }));
    expect(announced).toEqual(batch.slice(0, 3).map(({ id, formId }) => ({ id, formId })));
  });

  it('does not come for a batch that failed', async () => {
    const { pool } = worker.owner;
    await pool.query('alter table form_totals rename to hidden_totals');
    try {
      await expect(deliver(goodOnes(3))).rejects.toThrow('form_totals');
    } finally {
      await pool.query('alter table hidden_totals rename to form_totals');
    }
    expect(announce).not.toHaveBeenCalled();
  });

  it('comes after all when the run that stored the batch died before it', async () => {
    const batch = goodOnes(3);
    announce.mockRejectedValueOnce(new Error('killed'));
    await expect(deliver(batch, 'died')).rejects.toThrow('killed');
    announce.mockClear();
    await deliver(batch, 'died');
    expect(announcedIds()).toEqual(expect.arrayContaining(idsOf(batch)));
  });
});
