import { randomUUID } from 'node:crypto';
import type { NewApiKey } from '@inlet/contracts/api-keys';
import { changeLineSchema } from '@inlet/contracts/changes';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { readAll, readChangePage, store } from '#inbox/feed/changes.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
  form = await newForm();
});

const newForm = () => buildForm(account.deps.database.prisma, { userId: user.id });
const page = (query = '') => readChangePage(account, token, query);
const all = (query = '', after?: string) => readAll(account, token, query, after);
const ask = (query: string) => account.call(`GET /api/v1/changes?${query}`, { token });
const sql = (text: string, values: readonly unknown[] = []) =>
  account.deps.database.pool.query(text, [...values]).then(({ rows }) => rows);
const idsOf = ({ changes }: { readonly changes: readonly { readonly submissionId: string | null }[] }) =>
  changes.map(({ submissionId }) => submissionId);
const call = (request: string, body?: unknown) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${form.id}${path}`, { token, body });
};
const expired = {
  error: 'The changes after this cursor are not kept any more. Begin again without `after`.',
  code: 'cursor_expired',
};

describe('the feed without a cursor', () => {
  it('is everything in the inboxes by form and age, then nothing until something happens', async () => {
    const other = await newForm();
    const { prisma } = account.deps.database;
    for (const [formId, day] of [
      [form.id, 2],
      [other.id, 1],
      [form.id, 1],
    ] as const) {
      await buildSubmission(prisma, { formId, createdAt: new Date(`2025-03-0${day}`) });
    }
    await buildSubmission(prisma, { formId: form.id, isSpam: true });
    const stranger = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await store(account, stranger, 1);
    const { changes, end } = await page();
    const expected = [form.id, other.id]
      .toSorted()
      .flatMap((id) => (id === form.id ? [`${id} 1`, `${id} 2`] : [`${id} 1`]));
    expect(changes.map(({ formId, at }) => `${formId} ${Number(at.slice(8, 10))}`)).toEqual(expected);
    for (const { type, submissionId, submission, at } of changes) {
      expect([type, submission?.id, submission?.createdAt]).toEqual(['created', submissionId, at]);
    }
    expect(await page(`after=${end}`)).toEqual({ changes: [], end });
    const [id] = await store(account, form, 1);
    const next = await page(`after=${end}`);
    expect(next.changes).toMatchObject([{ type: 'created', formId: form.id, submissionId: id, submission: { id } }]);
  });

  it('begins with everything stored where the cursor is empty too', async () => {
    const { id } = await buildSubmission(account.deps.database.prisma, { formId: form.id });
    expect(idsOf(await page('after='))).toEqual([id]);
  });

  it('has the cursor of now alone, where nothing before is wanted', async () => {
    await store(account, form, 3);
    const now = changeLineSchema.parse(JSON.parse((await ask('after=now')).text));
    expect(now).toEqual({ cursor: expect.any(String), type: 'end', isComplete: true });
    const ids = await store(account, form, 2);
    const first = await ask(`after=${now.cursor}&limit=1`);
    expect(
      first.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ submissionId: ids[0] }, { isComplete: false }]);
    expect(idsOf(await all('', now.cursor))).toEqual(ids);
  });

  it.each([1, 2, 7, 40])('begins at a time, where %i batches of changes are kept', async (batches) => {
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number));
    const ids: string[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      ids.push(...(await store(account, form, 3)));
      await sql('update changes set at = $2 where user_id = $1 and at > $3', [user.id, day(batch), day(batches)]);
    }
    for (let batch = 0; batch <= batches; batch += 1) {
      const later = ids.slice(batch * 3);
      const isoDay = day(batch).toISOString();
      for (const time of [isoDay, isoDay.slice(0, 10), isoDay.replace('T00:00:00.000Z', 'T02:00:00+02:00')]) {
        const { changes, end } = await page(`after=${encodeURIComponent(time)}`);
        expect([time, idsOf({ changes })]).toEqual([time, later]);
        expect((await page(`after=${end}`)).changes).toEqual([]);
      }
    }
    expect(idsOf(await page('after=1970-01-01'))).toEqual(ids);
    await sql('delete from changes where user_id = $1 and first_position <= 3', [user.id]);
    expect(idsOf(await page('after=1970-01-01'))).toEqual(ids.slice(3));
  });

  it('has a cursor to wait with where there is nothing at all', async () => {
    const { changes, end } = await page();
    expect(changes).toEqual([]);
    const [id] = await store(account, form, 1);
    expect(idsOf(await page(`after=${end}`))).toEqual([id]);
  });

  it('goes on behind each of its lines, and misses nothing that happens meanwhile', async () => {
    const old = [...(await store(account, form, 3)), ...(await store(account, await newForm(), 2))];
    const seen: (string | null)[] = [];
    const created: string[] = [];
    let after = '';
    for (let n = 0; ; n += 1) {
      const { changes, end } = await page(`limit=1${after}`);
      seen.push(...idsOf({ changes }));
      if (n < 4) created.push(...(await store(account, form, 2)));
      if (after === `&after=${end}`) break;
      after = `&after=${end}`;
    }
    expect([...new Set(seen)].toSorted()).toEqual([...old, ...created].toSorted());
    // Submissions that are stored while the inboxes are read may come in both parts.
    expect(seen.filter((id) => old.includes(id ?? '')).length).toBe(5);
    expect(seen.slice(-8).toSorted()).toEqual(created.toSorted());
  });
});

describe('changes', () => {
  it('come in the order in which they were made, each with what its submission is by now', async () => {
    const { end } = await page();
    const [a = '', b = '', c = ''] = await store(account, form, 3, { data: '{"n":1.0}' });
    const [spam = ''] = await store(account, form, 1, { isSpam: true });
    await call('POST /submissions/mark', { ids: [a, b], isSpam: true });
    await call('POST /submissions/mark', { ids: [a, spam], isSpam: false });
    await call(`DELETE /submissions/${c}`);
    const { changes } = await all('', end);
    expect(changes.map(({ type, submissionId }) => [type, submissionId])).toEqual([
      ...[a, b, c].map((id) => ['created', id]),
      ...[a, b].map((id) => ['marked', id]),
      ...[a, spam].toSorted().map((id) => ['released', id]),
      ['deleted', c],
    ]);
    const submissionOf = new Map(changes.map(({ submissionId, submission }) => [submissionId, submission]));
    expect([a, b, c, spam].map((id) => submissionOf.get(id)?.isSpam)).toEqual([false, true, undefined, false]);
    expect(submissionOf.get(c)).toBeNull();
    expect((await ask(`after=${end}`)).text).toContain('"data":{"n":1.0}');
  });

  it('follow each of their own cursors, also within a batch', async () => {
    const { end } = await page();
    const ids: (string | null)[] = await store(account, form, 4);
    await store(account, form, 2, { isSpam: true });
    ids.push(...(await store(account, form, 3)));
    const { changes } = await page(`after=${end}`);
    expect(idsOf({ changes })).toEqual(ids);
    for (const [index, { cursor }] of changes.entries()) {
      expect(idsOf(await page(`after=${cursor}`))).toEqual(ids.slice(index + 1));
    }
    expect(new Set(changes.map(({ cursor }) => cursor)).size).toBe(7);
    expect(idsOf(await all('limit=1', end))).toEqual(ids);
  });

  it('say that a form is gone with all of its submissions, whatever is still stored of them', async () => {
    const { end } = await page();
    const [id] = await store(account, form, 1);
    await call('DELETE ');
    expect(await sql('select from submissions where id = $1', [id])).toHaveLength(1);
    expect((await all('', end)).changes).toMatchObject([
      { type: 'created', submissionId: id, submission: null },
      { type: 'deleted', formId: form.id, submissionId: null, submission: null },
    ]);
    expect((await all()).changes).toEqual([]);
  });

  it('of one form leave out those of others, and get on all the same', async () => {
    const other = await newForm();
    const old = await store(account, form, 2);
    await store(account, other, 2);
    const first = await page(`formId=${form.id}`);
    expect(idsOf(first)).toEqual(old);
    await store(account, other, 3);
    const second = await page(`formId=${form.id}&after=${first.end}`);
    expect(second.changes).toEqual([]);
    expect(second.end).not.toBe(first.end);
    const more = await store(account, form, 1);
    expect(idsOf(await page(`formId=${form.id}&after=${second.end}`))).toEqual(more);
  });

  it('of one form are looked for in so many at a time', async () => {
    const { end } = await page();
    const other = await newForm();
    await sql(`insert into change_heads values ($1, 120000)`, [user.id]);
    await sql(
      `insert into changes select $1, 1 + n * 5000, 'deleted', array_fill(gen_random_uuid(), array[5000]),
         array_fill($2::uuid, array[5000]), now() from generate_series(0, 23) as n`,
      [user.id, other.id],
    );
    const [id] = await store(account, form, 1);
    let [after, pages] = [end, 0];
    for (;;) {
      const { changes, end: next } = await page(`formId=${form.id}&after=${after}`);
      pages += 1;
      if (changes.length > 0) {
        expect(idsOf({ changes })).toEqual([id]);
        break;
      }
      expect(next).not.toBe(after);
      after = next;
    }
    expect(pages).toBe(3);
  });

  it('are fewer on a page where submissions are large, and each comes whole', async () => {
    const data = JSON.stringify({ text: 'x'.repeat(900_000) });
    const { end } = await page();
    const ids = await store(account, form, 12, { data });
    const first = await page(`after=${end}`);
    expect(first.changes.length).toBe(5);
    expect(first.changes.map(({ submission }) => JSON.stringify(submission?.data) === data)).toEqual(
      Array(5).fill(true),
    );
    expect(idsOf(await all('', end))).toEqual(ids);
    expect(idsOf(await all())).toEqual(ids);
  });

  it('of a deletion by age are one line, with the time of the last one deleted', async () => {
    const { end } = await all();
    const ids = await store(account, form, 3);
    await sql('delete from submissions where id = any ($1)', [ids]);
    const upTo = '2026-01-02T03:04:05.678Z';
    await sql(
      `with head as (update change_heads set position = position + 1 where user_id = $1 returning position)
       insert into changes (user_id, first_position, type, ids, form_ids, at, up_to)
       select $1, position, 'deleted', array[$2::uuid], array[$3::uuid], now(), $4 from head`,
      [user.id, ids[2], form.id, upTo],
    );
    const { changes } = await all('', end);
    const deleted = { type: 'deleted', formId: form.id, submissionId: ids[2], upTo, submission: null };
    expect(changes.at(-1)).toMatchObject(deleted);
    expect(changes.map((change) => 'upTo' in change)).toEqual([false, false, false, true]);
  });
});

describe('a cursor', () => {
  it('has expired when its next change is not kept any more', async () => {
    const { end } = await page();
    await store(account, form, 2);
    const { changes } = await page(`after=${end}`);
    await store(account, form, 1);
    const { end: last } = await all('', end);
    const stored = await page('limit=1');
    await store(account, form, 1);
    await sql('delete from changes where user_id = $1 and first_position = 1', [user.id]);
    for (const cursor of [end, changes[0]?.cursor]) {
      const answer = await ask(`after=${cursor}`);
      expect([answer.status, answer.body]).toEqual([410, expired]);
    }
    expect((await page(`after=${changes[1]?.cursor}`)).changes).toHaveLength(2);
    expect((await page(`after=${last}`)).changes).toHaveLength(1);
    await sql('delete from changes where user_id = $1 and first_position < 5', [user.id]);
    expect((await ask(`after=${stored.end}`)).status).toBe(410);
  });

  it('never expires where nothing happened since', async () => {
    await store(account, form, 1);
    const { end } = await page();
    await sql('delete from changes where user_id = $1', [user.id]);
    expect(await page(`after=${end}`)).toEqual({ changes: [], end });
  });

  it('has expired when the database was restored to an earlier moment, before and after it has caught up', async () => {
    await store(account, form, 3);
    await store(account, form, 3);
    const { end } = await all();
    await sql('delete from changes where user_id = $1 and first_position > 3', [user.id]);
    await sql('update change_heads set position = 3 where user_id = $1', [user.id]);
    expect((await ask(`after=${end}`)).body).toEqual(expired);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await store(account, form, 4);
    expect((await ask(`after=${end}`)).body).toEqual(expired);
  });

  it.each([
    'x',
    '%00',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('[-1,0]').toString('base64url'),
    Buffer.from('[1.5,0]').toString('base64url'),
    Buffer.from('[1e300,0]').toString('base64url'),
    Buffer.from('[0,0,["a",0,"b"]]').toString('base64url'),
    Buffer.from(`[0,0,["${randomUUID()}",1e17,"${randomUUID()}"]]`).toString('base64url'),
    Buffer.from('{"position":1}').toString('base64url'),
  ])('that the feed did not give is refused: %s', async (cursor) => {
    const answer = await ask(`after=${cursor}`);
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_cursor' }]);
  });

  it('of another account leads to nothing of it', async () => {
    const { prisma } = account.deps.database;
    const stranger = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await store(account, stranger, 2);
    const inFormOf = (id: string) =>
      Buffer.from(JSON.stringify([0, 0, [id, null, '00000000-0000-0000-0000-000000000000']])).toString('base64url');
    expect((await page(`after=${inFormOf(stranger.id)}`)).changes).toEqual([]);
  });
});

describe('who may read the feed', () => {
  it('is an account with a subscription, also by a key that only reads', async () => {
    const owner = await accountOf(account);
    const body = { name: 'copy', scope: 'read', password: testPassword };
    const made = await account.call('POST /api/v1/me/api-keys', { token: await account.signIn(owner), body });
    await store(account, await buildForm(account.deps.database.prisma, { userId: owner.id }), 1);
    const { changes } = await readChangePage(account, (made.body as NewApiKey).key);
    expect(changes).toHaveLength(1);
    const idle = await account.signIn(
      await buildUser(account.deps.database.prisma, { subscriptionStatus: 'canceled' }),
    );
    expect((await account.call('GET /api/v1/changes', { token: idle })).status).toBe(402);
    expect((await account.call('GET /api/v1/changes')).status).toBe(401);
    const head = await account.call('HEAD /api/v1/changes', { token });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'formId=x'])('and asks for what there is: %s', async (query) => {
    expect((await ask(query)).body).toMatchObject({ code: 'invalid_input' });
  });

  it('and asks for forms of its own', async () => {
    const { prisma } = account.deps.database;
    const stranger = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    for (const id of [stranger.id, randomUUID()]) {
      const answer = await ask(`formId=${id}`);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'form_not_found' }]);
    }
  });

  it('and five times at once', async () => {
    const { reading } = await account.deps.database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`lock table changes in access exclusive mode`;
      const answers = Array.from({ length: 5 }, () => ask(''));
      await waitUntil(async () => (await lockWaits()) === 5, { what: 'five readers' });
      expect((await ask('')).body).toEqual({
        error: '5 requests of this account are reading changes. Wait until one of them is complete.',
        code: 'too_many_readers',
      });
      return { reading: Promise.all(answers) };
    });
    expect((await reading).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await ask('')).status).toBe(200);
  });
});

async function lockWaits(): Promise<number> {
  const rows = await sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
