import { randomUUID } from 'node:crypto';
import { targetSecretsSchema } from '@inlet/contracts/target-secrets';
import { newTargetSchema, type Target, targetListSchema, targetSchema } from '@inlet/contracts/targets';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { auditOf } from '#account-of.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: User;
let form: Form;
let token: string;

beforeAll(async () => {
  account = await startTestAccount({ WEBHOOK_ALLOW: '127.0.0.0/8,::1' });
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id });
  token = await account.signIn(user);
});

const url = 'http://127.0.0.1:9000/hook';
const address = () => `/api/v1/forms/${form.id}/targets`;
const create = (body: unknown) => account.call(`POST ${address()}`, { token, body });
const created = async (body: unknown = { kind: 'webhook', url }) => {
  const answer = await create(body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return newTargetSchema.strict().parse(answer.body);
};
const change = (id: string, body: unknown) => account.call(`PATCH /api/v1/targets/${id}`, { token, body });
const read = async (id: string) => {
  const { status, body } = await account.call(`GET /api/v1/targets/${id}`, { token });
  expect(status).toBe(200);
  return targetSchema.strict().parse(body);
};
const stored = (id: string) => account.deps.database.prisma.target.findUniqueOrThrow({ where: { id } });
const secretsOf = async (id: string) =>
  targetSecretsSchema.parse(JSON.parse(account.deps.sealing.open((await stored(id)).sealed, `target:${id}`)));

describe('creating a target', () => {
  it('returns the target as it can be read from then on, and its secret only this time', async () => {
    const { secret, ...target } = await created();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(target).toEqual({
      id: expect.any(String),
      formId: form.id,
      kind: 'webhook',
      name: 'Webhook',
      url,
      settings: {},
      headers: [],
      events: ['submission.created', 'submission.released'],
      fields: [],
      template: null,
      order: 'best_effort',
      rate: null,
      when: null,
      isHook: false,
      state: 'active',
      stateReason: null,
      stoppedAt: null,
      oldSecretUntil: null,
      createdAt: expect.any(String),
      health: {
        ...{ waiting: 0, failed: 0, oldestWaitingAt: null, failureStreak: 0, failingSince: null },
        ...{ nextAttemptAt: null, lastSuccessAt: null, lastFailureAt: null },
      },
    });
    expect(await read(target.id)).toEqual(target);
    const list = targetListSchema.strict().parse((await account.call(`GET ${address()}`, { token })).body);
    expect(list).toEqual({ targets: [target], allowedAddresses: ['127.0.0.0/8', '::1'] });
    expect(await auditOf(account, user.id)).toEqual(['target.created']);
  });

  it('seals everything that is secret, for this target alone', async () => {
    const headers = { 'X-Token': 'secret of a header' };
    const { id, secret, ...target } = await created({ url, headers });
    expect(target.headers).toEqual(['X-Token']);
    expect(await secretsOf(id)).toEqual({ url, headers, settings: {}, secret, oldSecret: null });
    const text = JSON.stringify(await stored(id), (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const part of ['9000', 'secret of a header', secret.slice(6)]) expect(text).not.toContain(part);
  });

  it('masks what a preset calls secret', async () => {
    const slack = await created({ kind: 'slack', url: 'https://hooks.slack.com/services/T/B/very-secret' });
    expect(slack).toMatchObject({ name: 'Slack', url: 'https://hooks.slack.com/••••' });
    const settings = { token: '1:very-secret', chatId: '42' };
    const telegram = await created({ kind: 'telegram', settings });
    expect(telegram).toMatchObject({
      url: 'https://api.telegram.org/••••',
      settings: { token: '••••', chatId: '42' },
    });
    expect((await account.call(`GET ${address()}`, { token })).text).not.toContain('very-secret');
  });

  it.each([
    ['kind', { kind: 'fax', url }],
    ['kind', { kind: 'constructor', url }],
    ['url', {}],
    ['url', { url: 'example.com' }],
    ['url', { kind: 'slack' }],
    ['settings.token', { kind: 'telegram', settings: { chatId: '1' } }],
    ['settings.chatId', { kind: 'telegram', settings: { token: 'x' } }],
    ['settings.colour', { url, settings: { colour: 'red' } }],
    ['events', { url, events: [] }],
    ['events.0', { url, events: ['form.created'] }],
    ['order', { url, order: 'random' }],
    ['rate', { url, rate: 0 }],
    ['headers.Webhook-Id', { url, headers: { 'Webhook-Id': 'x' } }],
    ['headers.content-type', { url, headers: { 'content-type': 'x' } }],
    ['headers.Content-Length', { url, headers: { 'Content-Length': '1' } }],
    ['headers.HOST', { url, headers: { HOST: 'x' } }],
    ['headers.a b', { url, headers: { 'a b': 'x' } }],
    ['headers.a', { url, headers: { a: 'x\r\ny: z' } }],
    ['headers', { url, headers: { a: 'x', A: 'y' } }],
    [
      'headers.Authorization',
      { kind: 'notion', settings: { token: 't', databaseId: 'd' }, headers: { Authorization: 'x' } },
    ],
  ])('refuses a wrong %s and names it', async (field, body) => {
    const { status, body: refusal } = await create(body);
    expect([status, refusal]).toMatchObject([422, { code: 'invalid_input' }]);
    expect((refusal as { issues: { field: string }[] }).issues.map((issue) => issue.field)).toContain(field);
    expect(await account.deps.database.prisma.target.count({ where: { formId: form.id } })).toBe(0);
  });

  it.each([
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'https://0x0a000001/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://user:password@127.0.0.1/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
  ])('refuses the address %s', async (forbidden) => {
    for (const answer of [await create({ url: forbidden }), await change((await created()).id, { url: forbidden })]) {
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'address_not_allowed' }]);
    }
  });

  it('stops at ten, exactly, while twenty are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ url })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([403, { code: 'target_limit_reached' }]);
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    const answer = await account.call(`POST /api/v1/forms/${other.id}/targets`, { token, body: { url } });
    expect(answer.status).toBe(201);
  });

  it('needs a plan with webhooks', async () => {
    const poor = await buildUser(account.deps.database.prisma, { plan: 'no longer sold' });
    const ofPoor = await buildForm(account.deps.database.prisma, { userId: poor.id });
    const answer = await account.call(`POST /api/v1/forms/${ofPoor.id}/targets`, {
      token: await account.signIn(poor),
      body: { url },
    });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'feature_not_in_plan' }]);
  });
});

describe('an API key that may only read', () => {
  it('sees no integration and none of its log', async () => {
    const { key } = await makeKey(account, user.id, { scope: 'read' });
    const { id } = await created();
    const asked = [
      address(),
      ...['', '/attempts', `/attempts/${randomUUID()}`].map((rest) => `/api/v1/targets/${id}${rest}`),
    ];
    for (const path of [...asked, `/api/v1/replays/${randomUUID()}`, `/api/v1/hooks/${id}`]) {
      const answer = await account.call(`GET ${path}`, { token: key });
      expect([path, answer.status, answer.body]).toMatchObject([path, 403, { code: 'write_key_required' }]);
    }
    expect((await account.call(`DELETE /api/v1/targets/${id}`, { token: key })).status).toBe(403);
  });
});

describe('changing a target', () => {
  it('keeps what is left out', async () => {
    const { id, secret, ...before } = await created({ url, headers: { 'X-A': '1' }, rate: 2, fields: ['email'] });
    const answer = await change(id, { name: 'CRM', order: 'strict', rate: null, events: ['submission.deleted'] });
    const after = { name: 'CRM', order: 'strict', rate: null, events: ['submission.deleted'] };
    expect(answer.body).toEqual({ id, ...before, ...after });
    expect(await secretsOf(id)).toMatchObject({ url, headers: { 'X-A': '1' }, secret });
    const { details } = await account.deps.database.prisma.auditEvent.findFirstOrThrow({
      where: { userId: user.id, action: 'target.updated' },
    });
    expect(details).toEqual({
      targetId: id,
      formId: form.id,
      name: 'CRM',
      fields: ['name', 'events', 'order', 'rate'],
    });
  });

  it('replaces the headers, and keeps the value of one that is empty', async () => {
    const { id } = await created({ url, headers: { 'X-A': '1', 'X-B': '2' } });
    const answer = await change(id, { headers: { 'x-b': '', 'X-C': '3' } });
    expect((answer.body as Target).headers).toEqual(['x-b', 'X-C']);
    expect((await secretsOf(id)).headers).toEqual({ 'x-b': '2', 'X-C': '3' });
  });

  it('merges settings', async () => {
    const { id } = await created({ kind: 'telegram', settings: { token: 'a', chatId: '1' } });
    await change(id, { settings: { chatId: '2' } });
    expect((await secretsOf(id)).settings).toEqual({ token: 'a', chatId: '2' });
    expect((await change(id, { settings: { token: '' } })).status).toBe(422);
  });

  it('takes a template, and takes it away', async () => {
    const { id } = await created({ kind: 'custom', url, template: { text: '{{email}}' } });
    expect((await read(id)).template).toEqual({ text: '{{email}}' });
    expect((await change(id, { template: null })).body).toMatchObject({ template: null });
    expect((await read(id)).template).toBeNull();
  });

  it('is not connected any more where the address is another one', async () => {
    const { id } = await created({ url });
    const { prisma } = account.deps.database;
    await prisma.target.update({ where: { id }, data: { lastSuccessAt: new Date() } });
    expect((await change(id, { name: 'Orders' })).body).toMatchObject({
      health: { lastSuccessAt: expect.any(String) },
    });
    expect((await change(id, { url: `${url}/2` })).body).toMatchObject({ health: { lastSuccessAt: null } });
  });

  it('records nothing where nothing changes', async () => {
    const { id } = await created({ url, headers: { a: '1' } });
    expect((await change(id, { url, name: 'Webhook', headers: { a: '' } })).status).toBe(200);
    expect(await auditOf(account, user.id)).toEqual(['target.created']);
  });

  it('loses none of two changes at once', async () => {
    const { id } = await created({ url });
    const rotate = () => account.call(`POST /api/v1/targets/${id}/rotate-secret`, { token });
    const [rotated] = await Promise.all([
      rotate(),
      change(id, { url: `${url}/2` }),
      change(id, { headers: { a: 'b' } }),
    ]);
    const { secret } = rotated.body as { secret: string };
    expect(await secretsOf(id)).toMatchObject({ url: `${url}/2`, headers: { a: 'b' }, secret });
  });
});

describe('the life of a target', () => {
  it('is paused and resumed', async () => {
    const { id } = await created();
    const paused = await account.call(`POST /api/v1/targets/${id}/pause`, { token });
    expect(paused.body).toMatchObject({ state: 'paused', stateReason: null, stoppedAt: expect.any(String) });
    await account.call(`POST /api/v1/targets/${id}/pause`, { token });
    const resumed = await account.call(`POST /api/v1/targets/${id}/resume`, { token });
    expect([resumed.status, resumed.body]).toMatchObject([200, { state: 'active', stoppedAt: null }]);
    expect(await auditOf(account, user.id)).toEqual(['target.created', 'target.paused', 'target.resumed']);
  });

  it('forgets its failures when it is resumed', async () => {
    const { id } = await created();
    const at = new Date();
    const failing = { failureStreak: 7, failingSince: at, nextAttemptAt: at };
    const disabled = { state: 'disabled', stateReason: 'failing', stoppedAt: at };
    await account.deps.database.prisma.target.update({ where: { id }, data: { ...failing, ...disabled } });
    expect((await account.call(`POST /api/v1/targets/${id}/pause`, { token })).body).toMatchObject({
      state: 'disabled',
      stateReason: 'failing',
    });
    const { body } = await account.call(`POST /api/v1/targets/${id}/resume`, { token });
    expect(body).toMatchObject({ state: 'active', stateReason: null, stoppedAt: null });
    expect((body as Target).health).toMatchObject({ failureStreak: 0, failingSince: null, nextAttemptAt: null });
  });

  it('delivers at once what waits for another attempt when it is resumed, but nothing that failed for good', async () => {
    const { id: targetId } = await created();
    const { delivery, target } = account.deps.database.prisma;
    const laterAt = new Date(Date.now() + 3_600_000);
    const event = { targetId, type: 'submission.created', occurredAt: new Date(), dueAt: laterAt };
    for (const [state, attempts] of [
      ['due', 5],
      ['failed', 12],
    ] as const) {
      const id = randomUUID();
      await delivery.create({ data: { ...event, state, attempts, eventId: id, submissionId: id } });
    }
    await target.update({ where: { id: targetId }, data: { failureStreak: 5, nextAttemptAt: laterAt } });
    await account.call(`POST /api/v1/targets/${targetId}/resume`, { token });
    const [waiting, failed] = await delivery.findMany({ where: { targetId }, orderBy: { id: 'asc' } });
    expect(waiting?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(failed).toMatchObject({ state: 'failed', dueAt: laterAt });
  });

  it('gets a new secret, while the old one is kept for a day', async () => {
    const { id, secret } = await created();
    const { status, body } = await account.call(`POST /api/v1/targets/${id}/rotate-secret`, { token });
    const rotated = newTargetSchema.strict().parse(body);
    expect(status).toBe(200);
    expect(rotated.secret).not.toBe(secret);
    expect(await secretsOf(id)).toMatchObject({ secret: rotated.secret, oldSecret: secret });
    const validForMs = Date.parse(rotated.oldSecretUntil ?? '') - Date.now();
    expect(validForMs / 3_600_000).toBeCloseTo(24, 1);
    expect(JSON.stringify(await read(id))).not.toContain('whsec');
  });

  it('ends when it is deleted', async () => {
    const { id } = await created();
    expect((await account.call(`DELETE /api/v1/targets/${id}`, { token })).status).toBe(204);
    const answer = await account.call(`GET /api/v1/targets/${id}`, { token });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'target_not_found' }]);
    expect(await auditOf(account, user.id)).toEqual(['target.created', 'target.deleted']);
  });

  it('counts its deliveries', async () => {
    const { id } = await created();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
    const delivery = (minute: number, state: string) => ({
      ...{ targetId: id, eventId: randomUUID(), submissionId: randomUUID(), type: 'submission.created' },
      ...{ occurredAt: at(minute), dueAt: at(60 - minute), state },
    });
    const deliveries = [delivery(3, 'due'), delivery(2, 'due'), delivery(1, 'failed')];
    await account.deps.database.prisma.delivery.createMany({ data: deliveries });
    expect((await read(id)).health).toMatchObject({ waiting: 2, failed: 1, oldestWaitingAt: at(2).toISOString() });
  });
});
