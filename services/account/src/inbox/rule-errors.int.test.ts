import { randomUUID } from 'node:crypto';
import { inboxCountsSchema } from '@inlet/contracts/inbox-state';
import { submissionPageSchema, submissionSchema } from '@inlet/contracts/submissions';
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
const broken = randomUUID();
const sound = randomUUID();
const ruleErrors = [{ field: 'email', code: 'TYPE_EMAIL', message: 'Email must be an email address' }];

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  await prisma.submission.deleteMany();
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  const rules = { mode: 'warn', unknown: 'keep', fields: [{ name: 'email', type: 'email', label: '=Email' }] };
  await prisma.formRules.create({ data: { formId: form.id, rules, version: 4 } });
  await buildSubmission(prisma, { id: sound, formId: form.id, rulesVersion: 4, createdAt: new Date(1_000) });
  const data = { email: 'ada', guests: '2' };
  await buildSubmission(prisma, {
    id: broken,
    formId: form.id,
    data,
    ruleErrors,
    rulesVersion: 4,
    createdAt: new Date(2_000),
  });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 2 } });
});

const call = (path: string, method = 'GET', body?: unknown) =>
  account.call(`${method} /api/v1/forms/${form.id}${path}`, { token, body });
const idsOf = async (query: string) =>
  submissionPageSchema.parse((await call(`/submissions?${query}`)).body).submissions.map(({ id }) => id);

it('a submission says which rules it breaks, alone and in the list', async () => {
  expect(submissionSchema.parse((await call(`/submissions/${broken}`)).body)).toMatchObject({
    ruleErrors,
    rulesVersion: 4,
  });
  expect(submissionSchema.parse((await call(`/submissions/${sound}`)).body)).toMatchObject({
    ruleErrors: null,
    rulesVersion: 4,
  });
  const { submissions } = submissionPageSchema.parse((await call('/submissions')).body);
  expect(submissions.map((one) => one.ruleErrors)).toEqual([ruleErrors, null]);
});

it.each([
  ['ruleErrors=true', [broken]],
  ['ruleErrors=false', [sound]],
  ['ruleErrors=true&q=ada', [broken]],
  ['ruleErrors=true&read=true', []],
  ['ruleErrors=true&read=false&order=asc', [broken]],
  ['ruleErrors=true&sort=email', [broken]],
  ['ruleErrors=true&spam=true', []],
  ['ruleErrors=true&starred=false', [broken]],
  ['ruleErrors=true&from=1970-01-02', []],
])('the list is filtered by %s', async (query, expected) => {
  expect(await idsOf(query)).toEqual(expected);
  if (!query.includes('sort'))
    expect((await call(`/submissions?${query}`)).body).toMatchObject({ total: expected.length });
});

it('the counts have them', async () => {
  expect(inboxCountsSchema.parse((await call('/counts')).body)).toMatchObject({ inbox: 2, ruleErrors: 1 });
});

it('the filter holds for exports, whose columns have the labels', async () => {
  const lines = async (query: string) => (await call(`/export?${query}`)).text.trim().split('\n');
  const [line, ...rest] = await lines('format=ndjson&ruleErrors=true');
  expect([JSON.parse(line ?? ''), rest]).toMatchObject([{ id: broken, ruleErrors, rulesVersion: 4 }, []]);
  expect(await lines('format=csv&ruleErrors=true')).toHaveLength(2);
  const [head, row] = await lines('format=csv&columns=fields&ruleErrors=true');
  expect(head?.trim()).toBe("Date,Origin,'=Email,guests");
  expect(row).toContain(',ada,2');
});

it('the filter holds for changes of many, and is not taken for the whole inbox', async () => {
  const change = await call('/submissions/update', 'POST', { filter: { ruleErrors: true }, set: { isRead: true } });
  expect(change.body).toMatchObject({ updated: 1 });
  expect(await idsOf('read=true')).toEqual([broken]);
  await call('/submissions/delete', 'POST', { filter: { ruleErrors: true } });
  expect(await idsOf('')).toEqual([sound]);
});

it.each([
  [true, [broken]],
  [false, [sound]],
])('a saved view keeps it, and finds the same again: %s', async (ruleErrors, found) => {
  const saved = await call('/views', 'POST', { name: 'Rules', filter: { ruleErrors } });
  expect(saved).toMatchObject({ status: 201, body: { filter: { ruleErrors } } });
  const { views } = Object((await call('/views')).body);
  expect(views).toMatchObject([{ name: 'Rules', filter: { ruleErrors } }]);
  expect(await idsOf(`ruleErrors=${views[0].filter.ruleErrors}`)).toEqual(found);
  const text = await call('/views', 'POST', { name: 'Text', filter: { ruleErrors: 'often' } });
  expect(text).toMatchObject({ status: 422, body: { issues: [{ field: 'filter.ruleErrors' }] } });
});

it('the change feed has the errors and the labels', async () => {
  const { text } = await account.call(`GET /api/v1/changes?formId=${form.id}`, { token });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { labels: { email: '=Email' }, submission: { id: sound, ruleErrors: null } },
    { labels: { email: '=Email' }, submission: { id: broken, ruleErrors, rulesVersion: 4 } },
    { type: 'end', isComplete: true },
  ]);
});

it('the fields of a form have the labels', async () => {
  const { body } = await call('/fields');
  expect(body).toMatchObject({ fields: [{ name: 'email', label: '=Email' }, { name: 'guests' }] });
});

it('the export of the account has the rules and the errors', async () => {
  const { text } = await account.call('GET /api/v1/me/export', { token });
  const [exported] = JSON.parse(text).forms;
  expect(exported.rules).toMatchObject({ mode: 'warn', version: 4 });
  expect(exported.submissions).toMatchObject([{ id: broken, ruleErrors, rulesVersion: 4 }, { ruleErrors: null }]);
});
