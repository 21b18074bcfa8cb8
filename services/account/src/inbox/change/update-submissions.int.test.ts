import type { InboxCounts, UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import { type Submission, type SubmissionPage, submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

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

const call = (request: string, body?: unknown) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${form.id}${path}`, { token, body });
};
/** Stores submissions a minute apart, the oldest first. */
async function store(count: number, isSpam = false): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const createdAt = new Date(Date.UTC(2025, 2, 5, 8, n));
    ids.push((await buildSubmission(account.deps.database.prisma, { formId: form.id, createdAt, isSpam })).id);
  }
  return ids;
}
const change = async (id: string, body: unknown) => {
  const answer = await call(`PATCH /submissions/${id}`, body);
  expect(answer.status).toBe(200);
  return answer.body as Submission;
};
const update = async (body: unknown) => {
  const answer = await call('POST /submissions/update', body);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body as UpdatedSubmissions;
};
const page = async (query = ''): Promise<SubmissionPage> => {
  const answer = await call(`GET /submissions${query}`);
  expect(answer.status).toBe(200);
  return submissionPageSchema.strict().parse(answer.body);
};
const idsOf = async (query: string) => (await page(query)).submissions.map(({ id }) => id);
const counts = async () => (await call('GET /counts')).body as InboxCounts;
const rowsStored = () => account.deps.database.prisma.submissionState.count({ where: { formId: form.id } });
const actions = async () =>
  (await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } })).flatMap(
    ({ action, details }) => ((details as { formId?: string }).formId === form.id ? action : []),
  );

describe('a submission', () => {
  it('is unread, open and without a star, until its owner says otherwise', async () => {
    const [id = ''] = await store(1);
    const worked = {
      isRead: true,
      isStarred: true,
      status: 'done',
      tags: ['b2b', 'Zürich'],
      note: 'Call back\non Monday',
    };
    expect((await page()).submissions).toMatchObject([
      { isRead: false, isStarred: false, status: 'open', tags: [], note: null },
    ]);
    expect(await change(id, worked)).toMatchObject(worked);
    expect(await change(id, { isStarred: false })).toMatchObject({ ...worked, isStarred: false });
    expect((await page()).submissions).toMatchObject([{ ...worked, isStarred: false }]);
    expect(await change(id, { tags: [], note: null })).toMatchObject({ tags: [], note: null, status: 'done' });
  });

  it('leaves no row where nothing differs, and goes with its state', async () => {
    const [id = ''] = await store(1);
    await change(id, { isRead: false, status: 'open', tags: [] });
    expect(await rowsStored()).toBe(0);
    await change(id, { isRead: true });
    expect(await rowsStored()).toBe(1);
    expect((await call(`DELETE /submissions/${id}`)).status).toBe(204);
    expect(await rowsStored()).toBe(0);
  });

  it('is opened without a note in the audit trail, and changed with one', async () => {
    const [id = ''] = await store(1);
    await change(id, { isRead: true });
    expect(await actions()).toEqual([]);
    await change(id, { status: 'done', note: 'secret' });
    expect(await actions()).toEqual(['submission.updated']);
  });

  it.each([
    {},
    { isRead: 'yes' },
    { status: 'closed' },
    { tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) },
    { tags: ['x'.repeat(51)] },
    { tags: [' '] },
    { tags: ['a\0'] },
    { note: 'x'.repeat(10_001) },
    { note: '\ud800' },
  ])('is not changed by %j', async (body) => {
    const [id = ''] = await store(1);
    expect((await call(`PATCH /submissions/${id}`, body)).status).toBe(422);
    expect(await rowsStored()).toBe(0);
  });

  it('of another form or account is not found', async () => {
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    const { id } = await buildSubmission(account.deps.database.prisma, { formId: other.id });
    expect((await call(`PATCH /submissions/${id}`, { isStarred: true })).status).toBe(404);
    expect((await update({ ids: [id], set: { isStarred: true } })).updated).toBe(0);
  });

  it('has a long note cut in a list', async () => {
    const [id = ''] = await store(1);
    await change(id, { note: 'x'.repeat(5_000) });
    const [listed] = (await page()).submissions;
    expect([listed?.note?.length, listed?.isTruncated]).toEqual([2_000, true]);
    expect(((await call(`GET /submissions/${id}`)).body as Submission).note).toHaveLength(5_000);
  });
});

describe('several submissions', () => {
  it('are changed by their ids, and what they were undoes it', async () => {
    const ids = await store(4);
    const [a = '', b = '', c = ''] = ids;
    await change(a, { tags: ['old', 'kept'], isStarred: true });
    const set = { isRead: true, status: 'done', addTags: ['new', 'kept'], removeTags: ['old'] };
    const { updated, previous, isComplete } = await update({ ids: [a, b, c], set });
    expect([updated, isComplete]).toEqual([3, true]);
    expect(previous).toHaveLength(3);
    expect(previous?.find(({ id }) => id === a)).toEqual({
      id: a,
      isRead: false,
      status: 'open',
      tags: ['old', 'kept'],
    });
    const after = (await page()).submissions;
    expect(after.map(({ status }) => status)).toEqual(['open', 'done', 'done', 'done']);
    expect(after[3]).toMatchObject({ id: a, isStarred: true, tags: ['kept', 'new'] });
    expect((await update({ restore: previous })).updated).toBe(3);
    expect((await page()).submissions).toMatchObject(
      [...ids].reverse().map((id) => ({ id, isRead: false, status: 'open', tags: id === a ? ['old', 'kept'] : [] })),
    );
    expect((await update({ ids: [b], set: { isRead: false } })).updated).toBe(0);
  });

  it('are changed by a filter, those of the other folder are not', async () => {
    await store(5);
    const [spam = ''] = await store(1, true);
    expect(await update({ filter: { to: '2025-03-05T08:03:00Z' }, set: { addTags: ['early'] } })).toMatchObject({
      updated: 3,
      isComplete: true,
    });
    expect((await idsOf('?tag=early')).length).toBe(3);
    expect(await idsOf('?spam=true&tag=early')).toEqual([]);
    expect((await update({ filter: { spam: true }, set: { isStarred: true } })).updated).toBe(1);
    expect(await idsOf('?spam=true&starred=true')).toEqual([spam]);
    expect(await actions()).toEqual(['submissions.updated', 'submissions.updated']);
  });

  it('are all marked as read at once, and those that come later are not', async () => {
    const ids = await store(5);
    await change(ids[0] ?? '', { isRead: false, isStarred: true });
    expect((await counts()).unread).toBe(5);
    expect(await update({ filter: {}, set: { isRead: true } })).toMatchObject({ updated: 5, isComplete: true });
    expect([await counts(), await rowsStored()]).toMatchObject([{ unread: 0, unreadIsExact: true }, 1]);
    const later = await buildSubmission(account.deps.database.prisma, { formId: form.id });
    expect(await idsOf('?read=false')).toEqual([later.id]);
    await change(ids[1] ?? '', { isRead: false });
    expect([(await counts()).unread, await idsOf('?read=false')]).toEqual([2, [later.id, ids[1]]]);
    expect((await update({ filter: {}, set: { isRead: true } })).updated).toBe(2);
    expect((await page()).submissions.every(({ isRead }) => isRead)).toBe(true);
  });

  it.each([
    { ids: [], set: { isRead: true } },
    { set: { isRead: true } },
    { filter: {}, set: {} },
    { filter: { folder: 'spam' }, set: { isRead: true } },
    { filter: {}, set: { note: 'x' } },
    { restore: [] },
  ])('are not changed by %j', async (body) => {
    expect((await call('POST /submissions/update', body)).status).toBe(422);
  });

  it('keep every tag of two changes at the same time', async () => {
    const ids = await store(3);
    const tags = Array.from({ length: 8 }, (_, n) => `tag ${n}`);
    await Promise.all(tags.map((tag) => update({ ids, set: { addTags: [tag] } })));
    for (const submission of (await page()).submissions) expect(submission.tags.toSorted()).toEqual(tags);
  });
});

describe('a list by state', () => {
  /** Every combination of states, some of them before the watermark. */
  async function fill() {
    const ids = await store(24);
    for (const [n, id] of ids.entries()) {
      if (n === 8) await update({ filter: { to: '2025-03-05T08:08:00Z' }, set: { isRead: true } });
      const isRead = n % 4 === 1 ? true : n % 4 === 2 ? false : undefined;
      await change(id, {
        isRead,
        isStarred: n % 3 === 0,
        status: n % 5 === 0 ? 'done' : 'open',
        tags: n % 7 === 0 ? ['t'] : [],
      });
    }
    await account.deps.database.prisma.form.update({
      where: { id: form.id },
      data: { readBefore: new Date('2025-03-05T08:12:00Z') },
    });
  }

  it('finds what each submission says of itself, in pages of both orders', async () => {
    await fill();
    const all = (await page()).submissions;
    const words = {
      read: [undefined, true, false],
      starred: [undefined, true, false],
      status: [undefined, 'open', 'done'],
      tag: [undefined, 't'],
      q: [undefined, 'visitor'],
    };
    let queries = [new URLSearchParams()];
    for (const [name, values] of Object.entries(words)) {
      queries = queries.flatMap((query) =>
        values.map((value) => {
          const next = new URLSearchParams(query);
          if (value !== undefined) next.set(name, String(value));
          return next;
        }),
      );
    }
    for (const query of queries) {
      const [read, starred, status, tag] = ['read', 'starred', 'status', 'tag'].map((name) => query.get(name));
      const expected = all
        .filter((one) => read === null || String(one.isRead) === read)
        .filter((one) => starred === null || String(one.isStarred) === starred)
        .filter((one) => status === null || one.status === status)
        .filter((one) => tag === null || one.tags.includes(tag ?? ''))
        .map(({ id }) => id);
      expect([`${query}`, await idsOf(`?${query}`)]).toEqual([`${query}`, expected]);
      const walked: string[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
        const found: SubmissionPage = await page(`?${query}&order=asc&limit=7${cursor && `&cursor=${cursor}`}`);
        walked.push(...found.submissions.map(({ id }) => id));
        cursor = found.nextCursor;
      }
      expect([`${query} asc`, walked]).toEqual([`${query} asc`, expected.toReversed()]);
    }
  });

  it('counts what it finds', async () => {
    await fill();
    expect(await page('?starred=true&limit=2')).toMatchObject({ total: 8, totalIsExact: true });
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', now() from generate_series(1, 1001)`,
      [form.id],
    );
    expect(await page('?read=false&limit=2')).toMatchObject({ total: 1_000, totalIsExact: false });
    expect(await counts()).toMatchObject({ unread: 1_000, unreadIsExact: false, tags: ['t'] });
  });
});
