import { noSpam } from '@inlet/contracts/spam';
import { type SubmissionPage, submissionPageSchema } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Form, User } from '@inlet/db/client';
import { openDatabase } from '@inlet/db/database';
import { rangeOf } from '@inlet/submissions/range';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { byState } from '#inbox/list/list-by-state.ts';
import { listSubmissions } from '#inbox/list/list-submissions.ts';
import { formatCursor } from '#inbox/submissions/cursor.ts';
import { findRows } from '#inbox/submissions/submissions.store.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});
afterAll(() => account.close());
beforeEach(async () => {
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
});

const store = (time: string, formId = form.id) =>
  buildSubmission(account.deps.database.prisma, { formId, createdAt: new Date(time) });
const ask = (query = '', formId = form.id) =>
  account.call(`GET /api/v1/forms/${formId}/submissions${query}`, { token });
const page = async (query = ''): Promise<SubmissionPage> => {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return submissionPageSchema.strict().parse(answer.body);
};
const idsOf = ({ submissions }: SubmissionPage) => submissions.map(({ id }) => id);

/** Every page from the first to the last, with an action after each. */
async function walk(limit: number, afterEach: (pages: number) => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  let pages = 0;
  let query = `?limit=${limit}`;
  for (;;) {
    const current = await page(query);
    ids.push(...idsOf(current));
    pages += 1;
    if (current.nextCursor === null) return { ids, pages };
    query = `?limit=${limit}&cursor=${current.nextCursor}`;
    await afterEach(pages);
  }
}

describe('a form’s submissions', () => {
  it('come newest first, with everything that is shown of them', async () => {
    const older = await store('2025-03-05T08:00:00Z');
    const newer = await store('2025-03-05T08:00:00.001Z');
    const { submissions, nextCursor, previousCursor } = await page();
    expect([nextCursor, previousCursor]).toEqual([null, null]);
    expect(submissions).toEqual(
      [newer, older].map(({ id, data, origin, userAgent, createdAt }) => ({
        id,
        formId: form.id,
        data,
        origin,
        userAgent,
        isSpam: false,
        spam: noSpam,
        isChecking: false,
        createdAt: createdAt.toISOString(),
        files: [],
        ruleErrors: null,
        rulesVersion: null,
        confirmation: null,
        confirmedAt: null,
        isRead: false,
        isStarred: false,
        status: 'open',
        tags: [],
        note: null,
        assigneeId: null,
      })),
    );
  });

  it('come in pages without a gap or a repeat, also where many share one moment', async () => {
    const moments = ['2025-03-05T08:00:00Z', '2025-03-05T08:00:00.001Z', '2025-03-05T09:00:00Z'];
    const stored = await Promise.all(Array.from({ length: 21 }, (_, n) => store(moments[n % 3] ?? '')));
    const expected = stored
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    for (const limit of [1, 2, 7, 20, 21, 22]) {
      const { ids, pages } = await walk(limit);
      expect(ids).toEqual(expected);
      expect(pages).toBe(Math.ceil(21 / limit));
    }
  });

  it('keep their order when the database does not read it from the index', async () => {
    const url = new URL(account.deps.config.DATABASE_URL);
    url.searchParams.set('options', '-c enable_indexscan=off -c enable_indexonlyscan=off');
    const other = openDatabase({ url: url.href, maxConnections: 1, applicationName: 'test' });
    onTestFinished(other.close);
    const stored = await Promise.all(Array.from({ length: 12 }, () => store('2025-03-05T08:00:00Z')));
    const filter = { q: '', spam: false };
    const wanted = { formId: form.id, filter, range: rangeOf(filter), direction: 'older', limit: 12 } as const;
    const rows = await findRows(other.pool, wanted);
    expect(rows.map(({ id }) => id)).toEqual(
      stored
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it('keep their pages while new ones come in', async () => {
    const stored = await Promise.all(Array.from({ length: 10 }, (_, n) => store(`2025-03-05T08:00:0${n}Z`)));
    const { ids } = await walk(3, (pages) => store(`2025-03-06T08:00:0${pages}Z`));
    expect(ids).toEqual(stored.map(({ id }) => id).toReversed());
  });

  it('keep their pages when the one that a cursor names is deleted', async () => {
    const stored = await Promise.all(Array.from({ length: 6 }, (_, n) => store(`2025-03-05T08:00:0${n}Z`)));
    const first = await page('?limit=2');
    await account.deps.database.prisma.submission.delete({ where: { id: idsOf(first)[1] ?? '' } });
    expect(idsOf(await page(`?limit=2&cursor=${first.nextCursor}`))).toEqual([stored[3]?.id, stored[2]?.id]);
  });

  it('are counted at the moment at which they are read', async () => {
    await store('2025-03-05T08:00:00Z');
    const total = { formId: form.id, submissionCount: 1n, spamCount: 0n, pastCount: 0n, lastSubmissionAt: new Date() };
    await account.deps.database.prisma.formTotal.create({ data: total });
    // This simulates that it arrived after the form was read.
    const before = { form, total: { ...total, submissionCount: 0n } };
    const query = { limit: 10, q: '', spam: false, full: false };
    const text = await listSubmissions(account.deps, before, query, new AbortController().signal);
    expect(JSON.parse(text ?? '')).toMatchObject({ total: 1, totalIsExact: true });
  });

  it('of a filter are counted with the rows, whatever changes meanwhile', async () => {
    await Promise.all([store('2025-03-05T08:00:00Z'), store('2025-03-05T09:00:00Z')]);
    const { pool, prisma } = account.deps.database;
    let deleted = 0;
    const query = async (text: string, values: unknown[]) => {
      const answer = await pool.query(text, values);
      deleted += (await prisma.submission.deleteMany({ where: { formId: form.id } })).count;
      return answer;
    };
    const filter = { q: '', spam: false, status: 'open' } as const;
    const { rows, counted } = await byState.find({ query } as Queryable, {
      ...{ formId: form.id, filter, range: rangeOf(filter), whole: rangeOf(filter), direction: 'older', limit: 10 },
      ...{ total: null, isFirstPage: true, readBefore: null, folderCount: 2, rowCount: 2 },
    });
    expect([rows.length, counted, deleted]).toEqual([2, { count: 2, isExact: true }, 2]);
  });

  it('are counted by the counter and not by looking at the rows', async () => {
    await store('2025-03-05T08:00:00Z');
    expect((await page()).total).toBe(0);
    const total = { formId: form.id, submissionCount: 10_000_000, lastSubmissionAt: new Date() };
    await account.deps.database.prisma.formTotal.create({ data: total });
    expect((await page('?limit=1')).total).toBe(10_000_000);
  });

  it('are none for a form that never received any', async () => {
    expect(await page()).toEqual({
      submissions: [],
      nextCursor: null,
      previousCursor: null,
      total: 0,
      totalIsExact: true,
    });
  });

  it('are shown byte for byte as they were stored', async () => {
    const shown =
      '{"z":1.0,"__proto__":{"a":"שלום 👋\\u0001"},"big":1e400,"id":12345678901234567890,"a":[1.50,"\\"\\\\"],"a":1}';
    await account.deps.database.pool.query(
      'insert into submissions (id, form_id, data, created_at) values (gen_random_uuid(), $1, $2, now())',
      [form.id, shown],
    );
    const answer = await ask();
    expect(answer.text).toContain(`"data":${shown}`);
    expect(answer.body).toMatchObject({ submissions: [{ origin: null, userAgent: null }] });
  });

  it('come back in the same pages on the way from the oldest to the newest', async () => {
    const moments = ['2025-03-05T08:00:00Z', '2025-03-05T08:00:00.001Z', '2025-03-05T09:00:00Z'];
    await Promise.all(Array.from({ length: 21 }, (_, n) => store(moments[n % 3] ?? '')));
    for (const limit of [1, 2, 7, 20, 21]) {
      const there = [await page(`?limit=${limit}`)];
      for (let cursor = there[0]?.nextCursor; cursor; cursor = there.at(-1)?.nextCursor) {
        there.push(await page(`?limit=${limit}&cursor=${cursor}`));
      }
      const back = there.slice(-1);
      for (let cursor = back[0]?.previousCursor; cursor; cursor = back.at(-1)?.previousCursor) {
        back.push(await page(`?limit=${limit}&cursor=${cursor}`));
      }
      const shown = back.flatMap((current) => idsOf(current).toReversed()).toReversed();
      expect(shown).toEqual(there.flatMap(idsOf));
    }
  });

  it('show on the way back what came in meanwhile, and nothing twice', async () => {
    const stored = [];
    for (let n = 0; n < 6; n += 1) stored.push(await store(`2025-03-05T08:00:0${n}Z`));
    const first = await page('?limit=3');
    const second = await page(`?limit=3&cursor=${first.nextCursor}`);
    for (let n = 0; n < 2; n += 1) stored.push(await store(`2025-03-06T08:00:0${n}Z`));
    const back = await page(`?limit=3&cursor=${second.previousCursor}`);
    expect(idsOf(back)).toEqual(idsOf(first));
    const newest = await page(`?limit=3&cursor=${back.previousCursor}`);
    expect(idsOf(newest)).toEqual([stored[7]?.id, stored[6]?.id]);
    expect([newest.previousCursor, back.nextCursor]).toEqual([null, first.nextCursor]);
  });

  it('can be left on both sides where everything behind a cursor is gone', async () => {
    const stored = [];
    for (let n = 0; n < 4; n += 1) stored.push(await store(`2025-03-05T08:00:0${n}Z`));
    const first = await page('?limit=2');
    const second = await page(`?limit=2&cursor=${first.nextCursor}`);
    const { prisma } = account.deps.database;
    await prisma.submission.deleteMany({ where: { id: { in: idsOf(second) } } });
    const older = await page(`?limit=2&cursor=${first.nextCursor}`);
    expect([idsOf(older), older.nextCursor]).toEqual([[], null]);
    expect(idsOf(await page(`?limit=2&cursor=${older.previousCursor}`))).toEqual(idsOf(first));
    await prisma.submission.delete({ where: { id: stored[3]?.id ?? '' } });
    const middle = await store('2025-03-04T08:00:00Z');
    const newer = formatCursor({
      createdAt: stored[2]?.createdAt ?? new Date(),
      id: stored[2]?.id ?? '',
      direction: 'newer',
    });
    const empty = await page(`?limit=2&cursor=${newer}`);
    expect([idsOf(empty), empty.previousCursor]).toEqual([[], null]);
    expect(idsOf(await page(`?limit=2&cursor=${empty.nextCursor}`))).toEqual([stored[2]?.id, middle.id]);
  });

  it('keep spam in a folder of its own, with a counter of its own', async () => {
    const { prisma } = account.deps.database;
    const [kept, spam] = [await store('2025-03-05T08:00:00Z'), await store('2025-03-05T09:00:00Z')];
    await prisma.submission.update({ where: { id: spam.id }, data: { isSpam: true } });
    await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 30, spamCount: 40 } });
    const [inbox, folder] = [await page(), await page('?spam=true')];
    expect([idsOf(inbox), inbox.total]).toEqual([[kept.id], 30]);
    expect([idsOf(folder), folder.total]).toEqual([[spam.id], 40]);
    expect(folder.submissions[0]?.isSpam).toBe(true);
    expect(idsOf(await page('?spam=false'))).toEqual([kept.id]);
  });

  it('are never those of another form', async () => {
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    await store('2025-03-05T08:00:00Z', other.id);
    expect(idsOf(await page())).toEqual([]);
    const ofOther = submissionPageSchema.parse((await ask('', other.id)).body);
    const [mine] = [await store('2025-03-01T08:00:00Z')];
    const [foreign] = ofOther.submissions;
    const createdAt = new Date(foreign?.createdAt ?? '');
    const cursor = formatCursor({ createdAt, id: foreign?.id ?? '', direction: 'older' });
    expect(idsOf(await page(`?cursor=${cursor}`))).toEqual([mine.id]);
  });

  it('of another account’s form are as absent as the form', async () => {
    const stranger = await buildUser(account.deps.database.prisma);
    const foreign = await buildForm(account.deps.database.prisma, { userId: stranger.id });
    const [others, absent] = [await ask('', foreign.id), await ask('', '01890000-0000-7000-8000-000000000001')];
    expect([others.status, others.body]).toEqual([404, { error: 'Form not found', code: 'form_not_found' }]);
    expect([absent.status, absent.text]).toEqual([others.status, others.text]);
  });

  it('come a hundred at a time unless asked otherwise, two hundred at the most', async () => {
    const times = Array.from({ length: 201 }, (_, n) => ({
      id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      formId: form.id,
      data: {},
      createdAt: new Date(Date.UTC(2025, 2, 1) + n),
    }));
    await account.deps.database.prisma.submission.createMany({ data: times });
    expect(idsOf(await page())).toHaveLength(100);
    expect(idsOf(await page('?limit=200'))).toHaveLength(200);
    expect(idsOf(await page('?limit=1'))).toHaveLength(1);
  });

  it.each(['limit=0', 'limit=201', 'limit=-5', 'limit=2.5', 'limit=all', 'limit=', 'limit=1&limit=2'])(
    'refuse %s',
    async (query) => {
      const answer = await ask(`?${query}`);
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'invalid_input', issues: [{ field: 'limit' }] },
      ]);
    },
  );

  it.each([
    ['garbage', 'garbage'],
    ['nothing', ''],
    ['a huge number', encode([1e300, '01890000-0000-7000-8000-000000000001'])],
    ['another shape', encode({ offset: 10 })],
    ['the zero character', '%00'],
  ])('refuse a cursor that is %s', async (_what, cursor) => {
    const answer = await ask(`?cursor=${cursor}`);
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_cursor' }]);
  });

  it('take a cursor from the farthest time there is', async () => {
    const far = await page(`?cursor=${encode([8_640_000_000_000_000, '01890000-0000-7000-8000-000000000001'])}`);
    expect(far.submissions).toEqual([]);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
