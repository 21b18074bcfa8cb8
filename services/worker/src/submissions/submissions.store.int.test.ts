import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertSubmissions } from '#submissions/submissions.store.ts';

let testDatabase: TestDatabase;
let database: Database;
/** One database pool for each of several workers; the first one is also used by the test. */
let databases: Database[];
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const open = () => openDatabase({ url: testDatabase.url, maxConnections: 3, applicationName: 'worker' });
  database = open();
  databases = [database, open(), open()];
});
afterAll(async () => {
  await Promise.all(databases.map(({ close }) => close()));
  await testDatabase.close();
});
beforeEach(async () => {
  form = await newForm();
});

async function newForm(): Promise<Form> {
  const user = await buildUser(database.prisma);
  return buildForm(database.prisma, { userId: user.id });
}
const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, ...overrides });
const insert = async (batch: readonly AcceptedSubmission[], { pool } = database) =>
  (await insertSubmissions(pool, batch)).count;
const at = (time: string) => ({ receivedAtMs: Date.parse(time) });

/** All counters of a form's submissions, as plain data. */
async function countersOf({ id, userId }: Form) {
  const { prisma } = database;
  const [rows, total, days, origins, months] = await Promise.all([
    prisma.submission.count({ where: { formId: id } }),
    prisma.formTotal.findUnique({ where: { formId: id } }),
    prisma.dailyFormCounter.findMany({ where: { formId: id }, orderBy: { day: 'asc' } }),
    prisma.dailyOriginCounter.aggregate({ where: { formId: id }, _sum: { submissionCount: true } }),
    prisma.monthlyUsage.findMany({ where: { userId }, orderBy: { month: 'asc' } }),
  ]);
  return {
    rows,
    total: Number(total?.submissionCount ?? 0),
    last: total?.lastSubmissionAt?.toISOString(),
    byOrigin: Number(origins._sum.submissionCount ?? 0),
    days: Object.fromEntries(days.map(({ day, submissionCount }) => [dateOf(day), Number(submissionCount)])),
    months: Object.fromEntries(months.map(({ month, submissionCount }) => [dateOf(month), Number(submissionCount)])),
  };
}
const dateOf = (date: Date) => date.toISOString().slice(0, 10);

describe('insertSubmissions', () => {
  it('stores a batch and counts it for the form, its day and its account', async () => {
    const batch = [submission(at('2025-03-05T08:00:00Z')), submission(at('2025-03-05T09:30:00.123Z'))];
    expect(await insert(batch)).toBe(2);
    expect(await countersOf(form)).toEqual({
      rows: 2,
      total: 2,
      last: '2025-03-05T09:30:00.123Z',
      byOrigin: 2,
      days: { '2025-03-05': 2 },
      months: { '2025-03-01': 2 },
    });
  });

  it('counts by day and origin, and apart what names none', async () => {
    const [a, b] = ['https://a.example', 'https://b.example'];
    const march = (day: number, origin: string | null) => submission({ ...at(`2025-03-0${day}T08:00:00Z`), origin });
    await insert([march(5, a), march(5, b), march(5, null), march(5, 'Ada, 42'), march(4, a), march(5, a)]);
    await insert([march(5, a), submission({ ...at('2025-03-05T08:00:00Z'), origin: a, isSpam: true })]);
    const counters = await database.prisma.dailyOriginCounter.findMany({
      where: { formId: form.id },
      orderBy: [{ day: 'asc' }, { origin: 'asc' }],
    });
    expect(counters.map(({ day, origin, submissionCount }) => [dateOf(day), origin, Number(submissionCount)])).toEqual([
      ['2025-03-04', a, 1],
      ['2025-03-05', '', 2],
      ['2025-03-05', a, 3],
      ['2025-03-05', b, 1],
    ]);
  });

  it('counts by half hour, and apart what was spam on arrival', async () => {
    const march = (time: string, isSpam = false) => submission({ ...at(`2025-03-${time}`), isSpam });
    const batch = [march('05T08:59:59.999Z'), march('05T09:00:00Z'), march('05T09:30:00Z'), march('06T00:00:00Z')];
    expect(await insert([...batch, march('05T09:10:00Z', true), march('04T23:00:00Z', true)])).toBe(6);
    await insert([...batch, march('05T09:29:59.999Z'), march('05T23:59:59.999Z')]);
    expect(await insert(batch)).toBe(0);
    const counters = await database.prisma.dailyFormCounter.findMany({
      where: { formId: form.id },
      orderBy: { day: 'asc' },
    });
    expect(counters.map(({ submissionCount, spamCount }) => [Number(submissionCount), Number(spamCount)])).toEqual([
      [0, 1],
      [5, 1],
      [1, 0],
    ]);
    const halvesOf = (halves: readonly number[]) =>
      Object.fromEntries(halves.flatMap((count, half) => (count > 0 ? [[half, count]] : [])));
    expect(counters.map(({ halfHours }) => [halfHours.length, halvesOf(halfHours)])).toEqual([
      [48, {}],
      [48, { 17: 1, 18: 2, 19: 1, 47: 1 }],
      [48, { 0: 1 }],
    ]);
  });

  it('stores and counts a batch once that is delivered twice', async () => {
    const batch = [submission(), submission()];
    expect(await insert(batch)).toBe(2);
    const before = await countersOf(form);
    expect(await insert(batch)).toBe(0);
    expect(await countersOf(form)).toEqual(before);
  });

  it('stores what is new in a batch that was partly stored before', async () => {
    const [old, fresh] = [submission(at('2025-03-05T08:00:00Z')), submission(at('2025-03-04T08:00:00Z'))];
    await insert([old]);
    expect(await insert([fresh, old])).toBe(1);
    expect(await countersOf(form)).toMatchObject({
      rows: 2,
      total: 2,
      last: '2025-03-05T08:00:00.000Z',
      days: { '2025-03-04': 1, '2025-03-05': 1 },
    });
  });

  it('counts a submission once that is in a batch twice', async () => {
    const twice = submission();
    expect(await insert([twice, submission(), twice])).toBe(2);
    expect(await countersOf(form)).toMatchObject({ rows: 2, total: 2 });
  });

  it('leaves out a form that was deleted meanwhile, without harm to the others', async () => {
    const deleted = await newForm();
    await database.prisma.form.delete({ where: { id: deleted.id } });
    expect(await insert([submission({ formId: deleted.id }), submission()])).toBe(1);
    expect(await countersOf(form)).toMatchObject({ rows: 1, total: 1 });
    expect(await countersOf(deleted)).toEqual({
      rows: 0,
      total: 0,
      last: undefined,
      byOrigin: 0,
      days: {},
      months: {},
    });
  });

  it('goes on counting beyond what an int4 holds', async () => {
    const full = 2 ** 31 - 1;
    const { id: formId, userId } = form;
    const { prisma } = database;
    await prisma.formTotal.create({ data: { formId, submissionCount: full, spamCount: full } });
    const day = new Date('2025-03-05');
    await prisma.dailyFormCounter.create({ data: { formId, day, submissionCount: full } });
    await prisma.dailyOriginCounter.create({ data: { formId, day, origin: '', submissionCount: full } });
    await prisma.monthlyUsage.create({ data: { userId, month: new Date('2025-03-01'), submissionCount: full } });
    const more = { ...at('2025-03-05T08:00:00Z'), origin: null };
    expect(await insert([submission(more), submission(more), submission({ ...more, isSpam: true })])).toBe(3);
    expect(await countersOf(form)).toMatchObject({
      rows: 3,
      total: full + 2,
      byOrigin: full + 2,
      days: { '2025-03-05': full + 2 },
      months: { '2025-03-01': full + 2 },
    });
    expect(await prisma.formTotal.findUnique({ where: { formId } })).toMatchObject({ spamCount: BigInt(full) + 1n });
  });

  it('puts what came around midnight into the day and the month of UTC', async () => {
    await insert([submission(at('2025-01-31T23:59:59.999Z')), submission(at('2025-02-01T00:00:00Z'))]);
    expect(await countersOf(form)).toMatchObject({
      days: { '2025-01-31': 1, '2025-02-01': 1 },
      months: { '2025-01-01': 1, '2025-02-01': 1 },
    });
  });

  it('takes the days from UTC although the database is set to another time zone', async () => {
    const elsewhere = new URL(testDatabase.url);
    elsewhere.searchParams.set('options', '-c timezone=Pacific/Auckland');
    const abroad = openDatabase({ url: elsewhere.href, maxConnections: 1, applicationName: 'worker abroad' });
    try {
      await insertSubmissions(abroad.pool, [submission(at('2025-01-31T23:59:59.999Z'))]);
    } finally {
      await abroad.close();
    }
    expect(await countersOf(form)).toMatchObject({ days: { '2025-01-31': 1 }, months: { '2025-01-01': 1 } });
  });

  it('keeps the newest time although an older submission comes later', async () => {
    await insert([submission(at('2025-03-05T08:00:00Z'))]);
    await insert([submission(at('2025-03-01T08:00:00Z'))]);
    expect((await countersOf(form)).last).toBe('2025-03-05T08:00:00.000Z');
  });

  it.each([
    ['fields that have a meaning in code', '{"__proto__":{"admin":true},"constructor":"x","toString":1}'],
    ['emoji and right-to-left text', '{"name 👩‍👩‍👧":"שלום עולם","مرحبا":"🇪🇸\u202e!"}'],
    ['the order of the fields', '{"zebra":1,"alpha":2,"mike":{"z":1,"a":[3,1,2]}}'],
    [
      'quotes, backslashes, line breaks and text like code',
      '{"a":"\\"{}\\\\\\n\\t,NULL\\u2028\\u0001","b":"\'); drop table"}',
    ],
    ['empty texts and every kind of value', '{"":"","a":null,"b":false,"c":[],"d":{},"e":-0.5e-7}'],
  ])('keeps %s', async (_what, text) => {
    const { id } = await insertOne({ json: text });
    expect(await storedText(id)).toBe(text);
  });

  it('keeps a text that is nearly as long as a submission may be', async () => {
    const message = 'Grüße 🌊 '.repeat(80_000);
    const { id } = await insertOne({ json: JSON.stringify({ message }) });
    expect(await storedText(id)).toBe(JSON.stringify({ message }));
  });

  it('distinguishes an unknown origin or browser from one that is called NULL', async () => {
    const { id: none } = await insertOne({ origin: null, userAgent: null });
    const { id: named } = await insertOne({ origin: 'NULL', userAgent: '{"a,b"}\\' });
    const rows = await database.prisma.submission.findMany({ where: { id: { in: [none, named] } } });
    expect(rows.find(({ id }) => id === none)).toMatchObject({ origin: null, userAgent: null });
    expect(rows.find(({ id }) => id === named)).toMatchObject({ origin: 'NULL', userAgent: '{"a,b"}\\' });
  });

  async function insertOne(overrides: Partial<AcceptedSubmission>): Promise<AcceptedSubmission> {
    const one = submission(overrides);
    expect(await insert([one])).toBe(1);
    return one;
  }

  async function storedText(id: string): Promise<string | undefined> {
    const found = await database.pool.query<{ data: string }>('select data::text from submissions where id = $1', [id]);
    return found.rows[0]?.data;
  }
});

describe('insertSubmissions from several processes at once', () => {
  it('leaves counters that equal the rows, without a deadlock', async () => {
    const forms = await Promise.all(Array.from({ length: 12 }, newForm));
    const random = seeded(20_250_301);
    const sent: AcceptedSubmission[] = [];
    const batches = Array.from({ length: 90 }, () =>
      Array.from({ length: 1 + random(40) }, () => {
        // One in eight was sent before, in a batch that may still be running.
        const again = random(8) === 0 ? sent[random(sent.length)] : undefined;
        if (again) return again;
        const receivedAtMs = Date.UTC(2025, 0, 28) + random(8 * 86_400_000);
        const fresh = submission({ formId: forms[random(forms.length)]?.id ?? form.id, receivedAtMs });
        sent.push(fresh);
        return fresh;
      }),
    );

    const counts = await Promise.all(batches.map((batch, index) => insert(batch, databases[index % databases.length])));

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sent.length);
    for (const { id, userId } of forms) {
      const expected = sent.filter(({ formId }) => formId === id);
      const times = expected.map(({ receivedAtMs }) => receivedAtMs);
      expect(await countersOf({ ...form, id, userId })).toEqual({
        rows: expected.length,
        total: expected.length,
        last: new Date(Math.max(...times)).toISOString(),
        byOrigin: expected.length,
        days: tally(times, (iso) => iso.slice(0, 10)),
        months: tally(times, (iso) => `${iso.slice(0, 7)}-01`),
      });
    }
  });

  it('lets two batches that share submissions in opposite order both go in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const batch = Array.from({ length: 400 }, () => submission());
      const counts = await Promise.all([batch, batch.toReversed()].map((one, index) => insert(one, databases[index])));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(400);
    }
  });

  it.each([
    ['change_heads', 'user_id'],
    ['form_totals', 'form_id'],
    ['daily_form_counters', 'form_id'],
    ['daily_origin_counters', 'form_id'],
    ['monthly_usage', 'user_id'],
  ] as const)('takes the rows of %s by their keys, so that nobody waits in a circle', async (table, column) => {
    const forms = await Promise.all(Array.from({ length: 8 }, newForm));
    const batch = () => forms.map(({ id }) => submission({ formId: id, ...at('2025-03-05T08:00:00Z') }));
    await insert(batch());
    const keys = forms.map(({ id, userId }) => (column === 'form_id' ? id : userId)).toSorted();
    const rows = `select ${column} as key from ${table} where ${column} = any($1::uuid[]) order by 1 for update`;

    const { waiting } = await database.prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe(rows, keys.slice(0, 1));
      const insertion = insert(batch().toReversed(), databases[1]);
      await waitUntil(isSomebodyWaiting, { what: 'the batch to wait for the first row' });
      const free = await database.pool.query<{ key: string }>(`${rows} skip locked`, [keys]);
      expect(free.rows.map(({ key }) => key)).toEqual(keys.slice(1));
      // Wrapped in an object, because it only ends after this transaction has released the row.
      return { waiting: insertion };
    });
    expect(await waiting).toBe(8);
  });
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

function tally(times: readonly number[], nameOf: (iso: string) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const time of times) {
    const name = nameOf(new Date(time).toISOString());
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Whole numbers below a bound, identical in every run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
