import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
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
  form = await newForm();
});

const newForm = () => buildForm(account.deps.database.prisma, { userId: user.id });
const receivedAt = new Date('2025-03-05T08:00:00Z');

/** Stores submissions of a form, and updates the counters like the worker. */
async function store(count: number, { isSpam = false, data = {}, formId = form.id } = {}): Promise<string[]> {
  const { prisma, pool } = account.deps.database;
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), formId, data, isSpam, createdAt: receivedAt }));
  await prisma.submission.createMany({ data: rows });
  await pool.query(
    `insert into form_totals (form_id, submission_count, spam_count, last_submission_at)
     values ($1, $2::int, $3::int, $4) on conflict (form_id) do update set
       submission_count = form_totals.submission_count + $2, spam_count = form_totals.spam_count + $3`,
    [formId, isSpam ? 0 : count, isSpam ? count : 0, receivedAt],
  );
  return rows.map(({ id }) => id);
}

const call = (request: string, body?: unknown, formId = form.id) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${formId}/submissions${path}`, { token, body });
};

/** The actual counts of a form, and those of its counters. */
async function countsOf({ id: formId } = form) {
  const { prisma } = account.deps.database;
  const [kept, spam, total] = await Promise.all([
    prisma.submission.count({ where: { formId, isSpam: false } }),
    prisma.submission.count({ where: { formId, isSpam: true } }),
    prisma.formTotal.findUniqueOrThrow({ where: { formId } }),
  ]);
  expect([total.submissionCount, total.spamCount].map(Number)).toEqual([kept, spam]);
  return { kept, spam };
}

const auditOf = async () => {
  const events = await account.deps.database.prisma.auditEvent.findMany({
    where: { action: 'submissions.deleted', details: { path: ['formId'], equals: form.id } },
  });
  return events.map(({ details }) => details);
};

describe('one submission', () => {
  it('is shown with its fields byte for byte', async () => {
    const [id] = await store(1);
    const data = '{"z":1.0,"__proto__":[],"n":12345678901234567890}';
    await account.deps.database.pool.query('update submissions set data = $2 where id = $1', [id, data]);
    const answer = await call(`GET /${id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.text).toContain(`"data":${data}`);
    expect(answer.body).toMatchObject({ id, formId: form.id, isSpam: false, createdAt: receivedAt.toISOString() });
  });

  it('is gone when it is deleted, and counted no more', async () => {
    const [id] = await store(3);
    const answer = await call(`DELETE /${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await call(`GET /${id}`)).status).toBe(404);
    expect((await call(`DELETE /${id}`)).status).toBe(404);
    expect(await countsOf()).toEqual({ kept: 2, spam: 0 });
    expect(await auditOf()).toEqual([{ formId: form.id, count: 1 }]);
  });

  it('moves between the folders with its count, and does so once', async () => {
    const [id] = await store(2);
    for (const isSpam of [true, true, false, false]) {
      const answer = await call(`PATCH /${id}`, { isSpam });
      expect([answer.status, answer.body]).toMatchObject([200, { id, isSpam }]);
      expect(await countsOf()).toEqual(isSpam ? { kept: 1, spam: 1 } : { kept: 2, spam: 0 });
    }
  });

  it('gives nothing back of what the account has used', async () => {
    const { prisma } = account.deps.database;
    const month = { userId: user.id, month: new Date('2025-03-01') };
    await prisma.monthlyUsage.create({ data: { ...month, submissionCount: 7 } });
    await prisma.dailyFormCounter.create({ data: { formId: form.id, day: receivedAt, submissionCount: 7 } });
    const [one, other] = await store(2);
    await call(`DELETE /${one}`);
    await call(`PATCH /${other}`, { isSpam: true });
    expect(await prisma.monthlyUsage.findMany({ where: { userId: user.id } })).toMatchObject([{ submissionCount: 7n }]);
    expect(await prisma.dailyFormCounter.findMany({ where: { formId: form.id } })).toMatchObject([
      { submissionCount: 7n },
    ]);
  });

  it.each(['GET', 'DELETE', 'PATCH'])(
    'is as absent for %s as one that never was when it is another form’s',
    async (method) => {
      const other = await newForm();
      const stranger = await buildUser(account.deps.database.prisma);
      const foreign = await buildForm(account.deps.database.prisma, { userId: stranger.id });
      const [[ofOther], [ofForeign]] = [await store(1, { formId: other.id }), await store(1, { formId: foreign.id })];
      await store(1);
      const body = method === 'PATCH' ? { isSpam: true } : undefined;
      for (const id of [ofOther, ofForeign, randomUUID(), 'x', '%00', "1' or 1=1"]) {
        const answer = await call(`${method} /${id}`, body);
        expect([answer.status, answer.body]).toEqual([
          404,
          { error: 'Submission not found', code: 'submission_not_found' },
        ]);
      }
      const throughForeign = await call(`${method} /${ofForeign}`, body, foreign.id);
      expect([throughForeign.status, throughForeign.body]).toMatchObject([404, { code: 'form_not_found' }]);
      for (const each of [form, other, foreign]) expect(await countsOf(each)).toEqual({ kept: 1, spam: 0 });
    },
  );
});

describe('several submissions by name', () => {
  it('are deleted, and those of other forms or gone ones are not counted', async () => {
    const other = await newForm();
    const foreign = await store(2, { formId: other.id });
    const [ids, spam] = [await store(5), await store(2, { isSpam: true })];
    const named = [...ids.slice(0, 3), ...ids.slice(0, 1), ...spam.slice(0, 1), ...foreign, randomUUID()];
    const answer = await call('POST /delete', { ids: named });
    expect([answer.status, answer.body]).toEqual([200, { count: 4 }]);
    expect(await countsOf()).toEqual({ kept: 2, spam: 1 });
    expect(await countsOf(other)).toEqual({ kept: 2, spam: 0 });
    expect((await call('POST /delete', { ids: named })).body).toEqual({ count: 0 });
    expect(await auditOf()).toEqual([{ formId: form.id, count: 4 }]);
  });

  it('are marked, and counted where that was news', async () => {
    const other = await newForm();
    const [ids, spam] = [await store(4), await store(3, { isSpam: true })];
    const foreign = await store(1, { formId: other.id });
    const answer = await call('POST /mark', { ids: [...ids, ...spam, ...foreign], isSpam: true });
    expect([answer.status, answer.body]).toEqual([200, { count: 4 }]);
    expect(await countsOf()).toEqual({ kept: 0, spam: 7 });
    expect((await call('POST /mark', { ids: [...ids.slice(1), ...spam], isSpam: false })).body).toEqual({ count: 6 });
    expect(await countsOf()).toEqual({ kept: 6, spam: 1 });
    expect(await countsOf(other)).toEqual({ kept: 1, spam: 0 });
  });

  it('leave counters that agree when many requests want the same ones at once', async () => {
    const ids = await store(60);
    const requests = Array.from({ length: 24 }, (_, n) => {
      const some = ids.slice(n, n + 30).toSorted(() => (n % 2 ? 1 : -1));
      if (n % 3 === 0) return call('POST /delete', { ids: some.slice(0, 12) });
      return call('POST /mark', { ids: some, isSpam: n % 3 === 1 });
    });
    const stored = store(20);
    const answers = await Promise.all(requests);
    await stored;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { kept, spam } = await countsOf();
    const deleted = answers.filter((_, n) => n % 3 === 0).map(({ body }) => (body as { count: number }).count);
    expect(kept + spam).toBe(80 - deleted.reduce((sum, count) => sum + count, 0));
  });

  it('never leave a count below zero', async () => {
    const { prisma } = account.deps.database;
    const { id } = await buildSubmission(prisma, { formId: form.id });
    await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 0 } });
    await call(`DELETE /${id}`);
    expect(await countsOf()).toEqual({ kept: 0, spam: 0 });
  });
});

describe('submissions that a filter finds', () => {
  it('are deleted, in one folder only', async () => {
    await store(4, { data: { note: 'OFFER of the day' } });
    await store(3, { data: { note: 'a question' } });
    await store(2, { data: { note: 'offer' }, isSpam: true });
    expect((await call('POST /delete', { filter: { q: 'offer' } })).body).toEqual({ count: 4 });
    expect(await countsOf()).toEqual({ kept: 3, spam: 2 });
    expect((await call('POST /delete', { filter: { from: '2025-03-06', spam: true } })).body).toEqual({ count: 0 });
    expect((await call('POST /delete', { filter: { spam: true } })).body).toEqual({ count: 2 });
    expect((await call('POST /delete', { filter: { origin: 'https://no.example' } })).body).toEqual({ count: 0 });
    expect((await call('POST /delete', { filter: {} })).body).toEqual({ count: 3 });
    expect(await countsOf()).toEqual({ kept: 0, spam: 0 });
    expect(await auditOf()).toHaveLength(3);
  });

  it('are deleted however many there are', async () => {
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', now() from generate_series(1, 12001)`,
      [form.id],
    );
    await account.deps.database.prisma.formTotal.create({ data: { formId: form.id, submissionCount: 12_001 } });
    expect((await call('POST /delete', { filter: {} })).body).toEqual({ count: 12_001 });
    expect(await countsOf()).toEqual({ kept: 0, spam: 0 });
    expect(await auditOf()).toEqual([{ formId: form.id, count: 12_001 }]);
  });

  it('are those that were there when it began, and still are in the folder', async () => {
    const { pool } = account.deps.database;
    const ids = await store(6);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update submissions set is_spam = true where id = $1', [ids[2]]);
      const deleting = call('POST /delete', { filter: {} });
      await waitUntil(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length > 0;
      });
      await client.query(
        `insert into submissions (id, form_id, data, created_at) values (gen_random_uuid(), $1, '{}', $2)`,
        [form.id, new Date('2025-01-01')],
      );
      await client.query('update form_totals set spam_count = 1 where form_id = $1', [form.id]);
      await client.query('commit');
      expect((await deleting).body).toEqual({ count: 5 });
    } finally {
      client.release();
    }
    expect(await countsOf()).toEqual({ kept: 1, spam: 1 });
  });

  it('are deleted for one at a time of an account, who leaves the place and no connection behind', async () => {
    await store(1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('POST /delete', { filter: {} })));
    const [done, refused] = [200, 429].map((wanted) => answers.filter(({ status }) => status === wanted));
    expect(done?.reduce((sum, { body }) => sum + (body as { count: number }).count, 0)).toBe(1);
    expect([(done?.length ?? 0) + (refused?.length ?? 0), (refused?.length ?? 0) > 0]).toEqual([30, true]);
    expect(refused?.[0]?.body).toEqual({
      error: 'A deletion of what a filter finds is under way for this account. Wait until it is complete.',
      code: 'too_many_deletions',
    });
    expect((await call('POST /delete', { filter: {} })).status).toBe(200);
    const { totalCount, idleCount } = account.serviceDatabase.pool;
    expect(idleCount).toBe(totalCount);
  });
});

describe('what does not say which ones', () => {
  const someId = '01890000-0000-7000-8000-000000000001';
  const manyIds = Array.from({ length: 1_001 }, (_, n) => someId.slice(0, -12) + String(n).padStart(12, '0'));

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['no ids', { ids: [] }],
    ['an id that is none', { ids: ['x'] }],
    ['a word', { ids: 'all' }],
    ['a thousand ids and one', { ids: manyIds }],
    ['ids and a filter', { ids: [someId], filter: {} }],
    ['no filter', { filter: null }],
    ['a misspelt filter', { filter: { query: 'offer' } }],
    ['a character that no text has', { filter: { q: 'a\0b' } }],
    ['a long text', { filter: { q: 'x'.repeat(201) } }],
    ['a date that is none', { filter: { from: 'yesterday' } }],
    ['a flag that is a text', { filter: { spam: 'true' } }],
    ['a list of origins', { filter: { origin: ['a'] } }],
  ])('deletes nothing: %s', async (_what, body) => {
    await store(1);
    const answer = await call('POST /delete', body);
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input' }]);
    expect(await countsOf()).toEqual({ kept: 1, spam: 0 });
  });

  it.each([
    ['nothing', {}],
    ['no ids', { ids: [], isSpam: true }],
    ['no ids at all', { isSpam: true }],
    ['no word on what they are', { ids: [someId] }],
    ['an id that is none', { ids: ['x'], isSpam: true }],
    ['another word', { ids: [someId], isSpam: 'yes' }],
  ])('marks nothing: %s', async (_what, body) => {
    expect((await call('POST /mark', body)).body).toMatchObject({ code: 'invalid_input' });
  });

  it.each(['{}', '{"isSpam":null}', '{"isSpam":"true"}', '[]'])('marks not even one: %s', async (body) => {
    const [id] = await store(1);
    expect((await call(`PATCH /${id}`, body)).body).toMatchObject({ code: 'invalid_input' });
  });
});
