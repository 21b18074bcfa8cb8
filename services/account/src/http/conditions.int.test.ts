import { type Notifications, notificationsSchema } from '@inlet/contracts/notifications';
import { triedConditionsSchema } from '@inlet/contracts/routing/conditions';
import { type Target, targetSchema } from '@inlet/contracts/targets';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { buildAttempt } from '#deliveries/build-deliveries.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma, { plan: 'pro' });
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});

const sales = { all: [{ field: 'topic', op: 'is', value: 'Sales' }] };
const large = { any: [{ field: 'amount', op: 'greater', value: 100 }] };
const call = (request: string, body?: unknown) => account.call(request as `GET ${string}`, { token, body });
const forms = () => `/api/v1/forms/${form.id}`;
const fieldsChanged = async () => {
  const order = { where: { userId: user.id }, orderBy: { id: 'asc' } } as const;
  return (await account.deps.database.prisma.auditEvent.findMany(order)).map(
    ({ details }) => (details as { fields?: string[] }).fields,
  );
};

describe('the conditions of a target', () => {
  const url = 'https://receiver.example/hook';
  const create = async (wanted: object) => (await call(`POST ${forms()}/targets`, { url, ...wanted })).body as Target;

  it('are saved with it, changed and removed, and stand in the trail and the export', async () => {
    expect((await create({})).when).toBeNull();
    const { id, when } = await create({ when: sales });
    expect(when).toEqual(sales);
    const change = async (body: unknown) => targetSchema.parse((await call(`PATCH /api/v1/targets/${id}`, body)).body);
    expect((await change({ when: large })).when).toEqual(large);
    expect((await change({ when: large, name: 'Renamed' })).when).toEqual(large);
    const { text } = await call('GET /api/v1/me/export');
    expect(JSON.parse(text).forms[0].targets[1].when).toEqual(large);
    expect((await change({ when: null })).when).toBeNull();
    expect((await fieldsChanged()).filter(Boolean)).toEqual([['when'], ['name'], ['when']]);
  });

  it('are refused with the place of the fault', async () => {
    const conditions = [...sales.all, { field: 'topic', op: 'matches', value: '(?=a)' }];
    expect(await call(`POST ${forms()}/targets`, { url, when: { all: conditions } })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_input',
        issues: [{ field: 'when.all.1.value', message: 'Look-ahead and look-behind are not supported' }],
      },
    });
  });

  it('leave skipped deliveries in the log, which a replay by name sends whatever they say', async () => {
    const { id: targetId } = await create({ when: sales });
    const { id: submissionId } = await buildSubmission(account.deps.database.prisma, { formId: form.id });
    await buildAttempt(account, { targetId });
    const skipped = { state: 'skipped', error: 'skipped: topic is not Sales', statusCode: null, response: null };
    const { id } = await buildAttempt(account, { targetId, submissionId, eventId: submissionId, ...skipped });
    const { body } = await call(`GET /api/v1/targets/${targetId}/attempts?state=skipped`);
    expect(body).toMatchObject({ attempts: [{ id, ...skipped }], nextCursor: null });
    expect((await call(`POST /api/v1/targets/${targetId}/replay`, { attemptIds: [id] })).status).toBe(202);
    expect(await account.deps.database.prisma.delivery.findMany({ where: { targetId } })).toMatchObject([
      { submissionId, isNamed: true, state: 'due' },
    ]);
  });
});

describe('the conditions of notifications', () => {
  const change = async (body: unknown): Promise<Notifications> =>
    notificationsSchema.strict().parse((await call(`PATCH ${forms()}/notifications`, body)).body);
  const [ada, bob] = ['ada@example.com', 'bob@example.com'];
  const whenOf = ({ recipients }: Notifications) => recipients.map(({ email, when }) => [email, when]);

  it('belong to each recipient, and stay where a change leaves them out', async () => {
    const first = await change({ recipients: [{ email: ada, when: sales }, { email: bob }] });
    expect(whenOf(first)).toEqual([
      [ada, sales],
      [bob, null],
    ]);
    expect(whenOf(await change({ recipients: [{ email: ada }, { email: bob, when: large }] }))).toEqual([
      [ada, sales],
      [bob, large],
    ]);
    await change({ recipients: [{ email: ada, when: sales }, { email: bob }] });
    expect(whenOf(await change({ recipients: [{ email: ada, when: null }, { email: bob }] }))).toEqual([
      [ada, null],
      [bob, large],
    ]);
    // The third change said what was stored already.
    const changed = (await fieldsChanged()).filter(Boolean);
    expect(changed).toEqual([['recipients'], ['recipients'], ['recipients']]);
    expect(JSON.parse((await call('GET /api/v1/me/export')).text).forms[0].notifications.recipients[1].when).toEqual(
      large,
    );
  });

  it('belong to the automatic reply, and are refused with the place of the fault', async () => {
    expect((await change({ autoReply: { when: sales } })).autoReply.when).toEqual(sales);
    expect((await change({ autoReply: { subject: 'Thanks' } })).autoReply.when).toEqual(sales);
    expect((await change({ autoReply: { when: null } })).autoReply.when).toBeNull();
    const refused = { recipients: [{ email: ada, when: { any: [{ field: 'topic', op: 'is' }] } }] };
    expect(await call(`PATCH ${forms()}/notifications`, refused)).toMatchObject({
      status: 422,
      body: { issues: [{ field: 'recipients.0.when.any.0.value' }] },
    });
  });
});

it('a trial says which of the newest 20 submissions would go out, and why not', async () => {
  const { prisma } = account.deps.database;
  const topics = ['Sales', 'Support', ...Array.from({ length: 19 }, () => 'sales')];
  for (const [index, topic] of topics.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index);
    await buildSubmission(prisma, { formId: form.id, createdAt, data: { topic, other: 'x' } });
  }
  await buildSubmission(prisma, { formId: form.id, isSpam: true, data: { topic: 'Spam' } });
  const attempt = async (when: unknown) =>
    triedConditionsSchema.strict().parse((await call(`POST ${forms()}/conditions/try`, { when })).body).submissions;
  const tried = await attempt(sales);
  expect(tried).toHaveLength(20);
  expect(tried.filter(({ passes }) => passes)).toHaveLength(19);
  expect(tried.at(-1)).toMatchObject({ passes: false, reason: 'topic is not Sales', values: { topic: 'Support' } });
  expect((await attempt(null)).every(({ passes, values }) => passes && Object.keys(values).length === 0)).toBe(true);
  expect((await call(`POST ${forms()}/conditions/try`, { when: { all: [] } })).status).toBe(422);
});
