import { randomUUID } from 'node:crypto';
import { attemptDetailsSchema, attemptPageSchema } from '@inlet/contracts/targets';
import type { Form, Target, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { buildAttempt, makeTarget } from '#deliveries/build-deliveries.test-setup.ts';

let account: TestAccount;
let user: User;
let form: Form;
let target: Target;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
  target = await makeTarget(account, form, { headers: { 'X-Token': 'very-secret' } });
  token = await account.signIn(user);
});

const ask = (query = '') => account.call(`GET /api/v1/targets/${target.id}/attempts${query}`, { token });
const list = async (query = '') => {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return attemptPageSchema.strict().parse(body);
};
const read = (id: string) => account.call(`GET /api/v1/targets/${target.id}/attempts/${id}`, { token });
const details = async (id: string) => attemptDetailsSchema.strict().parse((await read(id)).body);

describe('the log of a target', () => {
  it('has all that is known of an attempt', async () => {
    const failed = {
      state: 'failed',
      statusCode: 500,
      error: 'The server answered 500 Internal Server Error',
      response: 'sorry',
      responseHeaders: { 'content-type': 'text/plain' },
      number: 3,
    };
    const { occurredAt: _occurredAt, ...stored } = await buildAttempt(account, { targetId: target.id, ...failed });
    const { targetId: _targetId, startedAt, ...rest } = stored;
    const { attempts, nextCursor } = await list();
    expect(attempts).toEqual([{ ...rest, startedAt: startedAt.toISOString() }]);
    expect(nextCursor).toBeNull();
  });

  it('is read page by page, newest first, each attempt once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      // Several start at the same time.
      const startedAt = new Date(Date.UTC(2026, 10, 1, 0, Math.floor(n / 4)));
      ids.push((await buildAttempt(account, { targetId: target.id, startedAt })).id);
    }
    await buildAttempt(account, { targetId: (await makeTarget(account, form)).id });
    const seen: { id: string; startedAt: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=7${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.attempts);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const times = seen.map(({ startedAt }) => startedAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('is filtered by the state', async () => {
    await buildAttempt(account, { targetId: target.id });
    const { id } = await buildAttempt(account, { targetId: target.id, state: 'failed' });
    expect((await list('?state=failed')).attempts.map((attempt) => attempt.id)).toEqual([id]);
    expect((await list('?state=succeeded')).attempts).toHaveLength(1);
  });

  it.each([
    ['limit=0', 'invalid_input'],
    ['state=lost', 'invalid_input'],
    ['cursor=x', 'invalid_cursor'],
  ])('refuses %s', async (query, code) => {
    const answer = await ask(`?${query}`);
    expect([answer.status, answer.body]).toMatchObject([422, { code }]);
  });
});

describe('an attempt', () => {
  it('has its request, made again of the submission, without values of headers', async () => {
    const data = { email: 'ada@example.com' };
    const sent = await buildSubmission(account.deps.database.prisma, { formId: form.id, data });
    const { id, eventId } = await buildAttempt(account, { targetId: target.id, submissionId: sent.id });
    const { request, ...attempt } = await details(id);
    expect(attempt).toMatchObject({ id, eventId });
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://receiver.example/hook',
      headers: { 'content-type': 'application/json', 'x-token': '••••' },
    });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'submission.created',
      data: { form: { id: form.id, name: 'Contact' }, submission: { id: sent.id, data } },
    });
  });

  it('shows no secret of a preset', async () => {
    target = await makeTarget(account, form, {
      kind: 'telegram',
      url: undefined,
      settings: { token: 'very-secret', chatId: '7' },
    });
    const sent = await buildSubmission(account.deps.database.prisma, { formId: form.id });
    const { id } = await buildAttempt(account, { targetId: target.id, submissionId: sent.id });
    expect((await details(id)).request?.url).toBe('https://api.telegram.org/••••');
    expect((await read(id)).text).not.toContain('very-secret');
  });

  it('has only the fields that the target gets', async () => {
    target = await makeTarget(account, form, { fields: ['email'] });
    const data = { email: 'ada@example.com', phone: '123' };
    const sent = await buildSubmission(account.deps.database.prisma, { formId: form.id, data });
    const { id } = await buildAttempt(account, { targetId: target.id, submissionId: sent.id });
    const { body = '' } = (await details(id)).request ?? {};
    expect(JSON.parse(body).data.submission.data).toEqual({ email: 'ada@example.com' });
  });

  it('has numbers as they were sent', async () => {
    const { pool, prisma } = account.deps.database;
    const sent = await buildSubmission(prisma, { formId: form.id });
    await pool.query('update submissions set data = $2 where id = $1', [sent.id, '{"n":12345678901234567890}']);
    const { id } = await buildAttempt(account, { targetId: target.id, submissionId: sent.id });
    expect((await details(id)).request?.body).toContain('"data":{"n":12345678901234567890}');
  });

  it('has no request where none can be made of the submission', async () => {
    const { prisma } = account.deps.database;
    const template = Array.from({ length: 2_400 }, () => '{{a}}');
    target = await makeTarget(account, form, { kind: 'custom', template });
    const sent = await buildSubmission(prisma, { formId: form.id, data: { a: 'M'.repeat(990_000) } });
    const { id } = await buildAttempt(account, { targetId: target.id, submissionId: sent.id });
    expect((await details(id)).request).toBeNull();
  });

  it('has no request where its submission is gone, but one where it was a deletion or a test', async () => {
    const of = async (overrides: object) =>
      (await details((await buildAttempt(account, { targetId: target.id, ...overrides })).id)).request;
    expect(await of({})).toBeNull();
    expect((await of({ isTest: true, submissionId: null }))?.body).toContain('Ada Lovelace');
    const submissionId = randomUUID();
    expect(JSON.parse((await of({ type: 'submission.deleted', submissionId }))?.body ?? '').data.submission).toEqual({
      ...{ id: submissionId, formId: form.id, url: `${account.deps.config.PUBLIC_URL}/forms/${form.id}` },
    });
  });

  it('is one of this target', async () => {
    const elsewhere = await buildAttempt(account, { targetId: (await makeTarget(account, form)).id });
    for (const id of [elsewhere.id, randomUUID(), 'x']) {
      const answer = await read(id);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'attempt_not_found' }]);
    }
  });
});
