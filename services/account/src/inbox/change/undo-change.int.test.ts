import type { UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import { submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

async function update(body: unknown): Promise<UpdatedSubmissions> {
  const answer = await account.call(`POST /api/v1/forms/${form.id}/submissions/update`, { token, body });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body as UpdatedSubmissions;
}
async function states(query = '') {
  const { body } = await account.call(`GET /api/v1/forms/${form.id}/submissions${query}`, { token });
  return submissionPageSchema
    .parse(body)
    .submissions.map(({ id, isRead, isStarred, status, tags }) => ({ id, isRead, isStarred, status, tags }));
}
/** Stores submissions in two batches with different states, the oldest first. */
async function store(count: number): Promise<string[]> {
  const { prisma, pool } = account.deps.database;
  const { rows } = await pool.query<{ id: string }>(
    `insert into submissions (id, form_id, data, created_at)
     select uuidv7(), $1, '{"name":"x"}', timestamptz '2025-03-05 08:00Z' + n * interval '1 second'
     from generate_series(1, $2::int) as n returning id`,
    [form.id, count],
  );
  const [a = '', b = ''] = rows.map(({ id }) => id);
  await update({ ids: [a], set: { isRead: true, isStarred: true, addTags: ['kept', 'old'] } });
  await update({ ids: [b], set: { status: 'done' } });
  expect(await prisma.submission.count({ where: { formId: form.id } })).toBe(count);
  return rows.map(({ id }) => id);
}

it('a change of all that a filter finds is undone, once', async () => {
  await store(2_100);
  const before = await states('?order=asc');
  const set = { status: 'done', addTags: ['new'], removeTags: ['old'] };
  const { updated, undo } = await update({ filter: {}, set });
  expect(updated).toBe(2_100);
  expect((await states('?order=asc')).every(({ status, tags }) => status === 'done' && tags.includes('new'))).toBe(
    true,
  );
  expect(await update({ undo })).toEqual({ updated: 2_100, isComplete: true });
  expect(await states('?order=asc')).toEqual(before);
  expect(await states('?tag=new')).toEqual([]);
  expect((await update({ undo })).updated).toBe(0);
});

it('what was changed since then stays', async () => {
  const [a = '', b = '', c = ''] = await store(4);
  const { undo } = await update({ filter: {}, set: { isStarred: true } });
  await update({ ids: [b], set: { addTags: ['later'] } });
  const second = await update({ filter: { to: '2025-03-05T08:00:02.500Z' }, set: { isStarred: false } });
  expect(second.updated).toBe(2);
  // The first two have changed again, and `a` had its star before.
  expect((await update({ undo })).updated).toBe(2);
  const starred = await states('?starred=true');
  expect(starred).toEqual([]);
  expect((await update({ undo: second.undo })).updated).toBe(2);
  expect((await states('?starred=true')).map(({ id }) => id)).toEqual([b, a]);
  expect((await states('?tag=later')).map(({ id }) => id)).toEqual([b]);
  expect((await states()).find(({ id }) => id === c)?.isStarred).toBe(false);
});

it('an inbox that was marked as read is as it was, with what was unread by hand', async () => {
  const { prisma } = account.deps.database;
  await store(3);
  const first = await update({ filter: {}, set: { isRead: true } });
  expect((await update({ undo: first.undo })).updated).toBe(2);
  const [, oldest] = [...(await states())].reverse();
  await update({ filter: {}, set: { isRead: true } });
  await update({ ids: [oldest?.id], set: { isRead: false } });
  const later = await buildSubmission(prisma, { formId: form.id });
  const before = await states();
  expect(before.filter(({ isRead }) => !isRead).map(({ id }) => id)).toEqual([later.id, oldest?.id]);
  const { undo } = await update({ filter: {}, set: { isRead: true } });
  expect((await states()).every(({ isRead }) => isRead)).toBe(true);
  expect((await update({ undo })).updated).toBe(2);
  expect(await states()).toEqual(before);
  expect((await update({ undo })).updated).toBe(0);
});

it('an inbox that was marked again stays read', async () => {
  await store(3);
  const { undo } = await update({ filter: {}, set: { isRead: true } });
  await buildSubmission(account.deps.database.prisma, { formId: form.id });
  await update({ filter: {}, set: { isRead: true } });
  expect((await update({ undo })).updated).toBe(0);
  expect(await states('?read=false')).toEqual([]);
});

it('undoes nothing after a day, and nothing of another form', async () => {
  await store(3);
  const { undo } = await update({ filter: {}, set: { isStarred: true } });
  const own = form;
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
  expect((await update({ undo })).updated).toBe(0);
  form = own;
  await account.deps.database.pool.query(
    `update submission_states set updated_at = now() - interval '25 hours' where form_id = $1`,
    [form.id],
  );
  expect((await update({ undo })).updated).toBe(0);
  expect(await states('?starred=true')).toHaveLength(3);
});
