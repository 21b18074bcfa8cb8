import { randomUUID } from 'node:crypto';
import { apiKeyListSchema, type NewApiKey, newApiKeySchema } from '@inlet/contracts/api-keys';
import type { Form, User } from '@inlet/db/client';
import { listen } from '@inlet/http/server';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';

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
  user = await accountOf(account);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});

const create = (body: unknown, by = token) => account.call('POST /api/v1/me/api-keys', { token: by, body });
async function make(scope: 'read' | 'write', name = 'Robot'): Promise<NewApiKey> {
  const answer = await create({ name, scope, password: testPassword });
  expect(answer.status).toBe(201);
  return newApiKeySchema.strict().parse(answer.body);
}
const list = async (by = token) =>
  apiKeyListSchema.strict().parse((await account.call('GET /api/v1/me/api-keys', { token: by })).body).apiKeys;
const revoke = (id: string, by = token) => account.call(`DELETE /api/v1/me/api-keys/${id}`, { token: by });
const statusOf = async (request: string, by: string, body?: unknown) =>
  (await account.call(request, { token: by, ...(body !== undefined && { body }) })).status;

/** Calls of programs, and calls that only a person may make. */
const readings = () => [
  'GET /api/v1/me',
  'GET /api/v1/usage',
  'GET /api/v1/forms',
  `GET /api/v1/forms/${form.id}`,
  `GET /api/v1/forms/${form.id}/submissions`,
  `GET /api/v1/forms/${form.id}/refusals`,
];
const changes = (): [string, unknown][] => [
  ['POST /api/v1/forms', newForm],
  [`PATCH /api/v1/forms/${form.id}`, { name: 'Changed' }],
  [`DELETE /api/v1/forms/${form.id}`, undefined],
];
const personal = (): [string, unknown][] => [
  ['GET /api/v1/me/api-keys', undefined],
  ['POST /api/v1/me/api-keys', { name: 'More', scope: 'write', password: testPassword }],
  [`DELETE /api/v1/me/api-keys/${randomUUID()}`, undefined],
  ['GET /api/v1/me/audit', undefined],
  ['GET /api/v1/me/export', undefined],
  ['DELETE /api/v1/me', { password: testPassword }],
];

describe('an API key', () => {
  it('is told once, when it is made', async () => {
    const { key, ...rest } = await make('read');
    expect(key).toMatch(/^inlet_[\w-]{43}$/);
    expect(rest).toMatchObject({
      name: 'Robot',
      scope: 'read',
      hint: key.slice(0, 10),
      lastUsedAt: null,
      expiresAt: null,
    });
    expect(await list()).toEqual([rest]);
  });

  it('is not kept anywhere: not in the database, not in the trail and not in the log', async () => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'test', level: 'trace' }, { write: (line) => lines.push(line) });
    const server = await listen(anotherApp(account.deps, { logger }), { host: '127.0.0.1', port: 0 });
    onTestFinished(server.close);
    const { key, id } = await make('read');
    for (const [method, path] of [
      ['GET', '/api/v1/me'],
      ['DELETE', `/api/v1/forms/${form.id}`],
    ]) {
      await fetch(`http://127.0.0.1:${server.port}${path}`, {
        ...(method !== undefined && { method }),
        headers: { authorization: `Bearer ${key}` },
      });
    }
    await revoke(id);
    const { pool } = account.deps.database;
    const stored = await Promise.all(
      ['api_keys', 'audit_events', 'sessions'].map((table) => pool.query(`select * from ${table}`)),
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const text of [...lines, JSON.stringify(stored.map(({ rows }) => rows))]) {
      expect(text).not.toContain(key.slice(12));
    }
  });

  it('that may read opens everything of the forms, and changes nothing', async () => {
    const { key } = await make('read');
    for (const request of readings()) expect([request, await statusOf(request, key)]).toEqual([request, 200]);
    expect(await statusOf(`POST /api/v1/forms/${form.id}/rules/suggest`, key, {})).toBe(200);
    for (const [request, body] of changes()) {
      const answer = await account.call(request, { token: key, ...(body !== undefined && { body }) });
      expect([request, answer.status, answer.body]).toMatchObject([request, 403, { code: 'key_may_only_read' }]);
    }
    expect(await account.deps.database.prisma.form.findMany({ where: { userId: user.id } })).toEqual([form]);
  });

  it('that may write changes forms as well', async () => {
    const { key } = await make('write');
    for (const request of readings()) expect([request, await statusOf(request, key)]).toEqual([request, 200]);
    const statuses: number[] = [];
    for (const [request, body] of changes()) statuses.push(await statusOf(request, key, body));
    expect(statuses).toEqual([201, 200, 204]);
  });

  it.each(['read', 'write'] as const)('that may %s opens nothing that is about the person', async (scope) => {
    const { key } = await make(scope);
    for (const [request, body] of personal()) {
      const answer = await account.call(request, { token: key, ...(body !== undefined && { body }) });
      const isReading = request.startsWith('GET') || scope === 'write';
      const code = isReading ? 'person_required' : 'key_may_only_read';
      expect([request, answer.status, answer.body]).toMatchObject([request, 403, { code }]);
    }
    expect(await account.deps.database.prisma.user.findUnique({ where: { id: user.id } })).not.toBeNull();
  });

  it('needs a subscription where a person does', async () => {
    const { key } = await make('write');
    await account.deps.database.prisma.user.update({
      where: { id: user.id },
      data: { subscriptionStatus: 'inactive' },
    });
    expect(await statusOf('GET /api/v1/forms', key)).toBe(402);
    expect(await statusOf('GET /api/v1/usage', key)).toBe(200);
  });

  it('shows when it was last used', async () => {
    const { key } = await make('read');
    await statusOf('GET /api/v1/me', key);
    const [first] = await list();
    expect(Math.abs(Date.parse(first?.lastUsedAt ?? '') - Date.now())).toBeLessThan(60_000);
    await statusOf('GET /api/v1/me', key);
    expect((await list())[0]?.lastUsedAt).toBe(first?.lastUsedAt);
    const earlier = new Date(Date.now() - 120_000);
    await account.deps.database.prisma.apiKey.updateMany({ data: { lastUsedAt: earlier } });
    await statusOf('GET /api/v1/me', key);
    expect(Date.parse((await list())[0]?.lastUsedAt ?? '')).toBeGreaterThan(earlier.getTime() + 60_000);
  });

  it('that was revoked is refused from then on', async () => {
    const { id, key } = await make('read');
    expect(await statusOf('GET /api/v1/me', key)).toBe(200);
    expect((await revoke(id)).status).toBe(204);
    expect(await statusOf('GET /api/v1/me', key)).toBe(401);
    expect(await list()).toEqual([]);
    const again = await revoke(id);
    expect([again.status, again.body]).toMatchObject([404, { code: 'api_key_not_found' }]);
  });

  it.each(['read', 'write'] as const)('that may %s can revoke itself, and an answer tells nothing', async (scope) => {
    const [{ key }, other] = [await make(scope, 'Laptop'), await make(scope)];
    const revokeFound = (found: string) => account.call('POST /api/auth/revoke-key', { body: { key: found } });
    for (const found of [key, key, 'inlet_of_nobody', '']) expect((await revokeFound(found)).status).toBe(204);
    expect([await statusOf('GET /api/v1/me', key), await statusOf('GET /api/v1/me', other.key)]).toEqual([401, 200]);
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    const event = await account.deps.database.prisma.auditEvent.findFirst({
      where: { userId: user.id, action: 'api_key.revoked' },
    });
    expect(event).toMatchObject({ actor: 'key: Laptop', details: { name: 'Laptop', scope } });
    expect(event?.address).not.toBeNull();
  });

  it('that has expired is refused, and stays in the list', async () => {
    const { id, key } = await make('read');
    const expireAt = (ms: number) =>
      account.deps.database.prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date(ms) } });
    await expireAt(Date.now() + 60_000);
    expect(await statusOf('GET /api/v1/me', key)).toBe(200);
    const { expiresAt } = await expireAt(Date.now() - 1);
    expect(await statusOf('GET /api/v1/me', key)).toBe(401);
    expect(await list()).toMatchObject([{ id, expiresAt: expiresAt?.toISOString() }]);
  });

  it('that was made up is refused', async () => {
    const { key } = await make('read');
    for (const wrong of ['inlet_', `inlet_${'A'.repeat(43)}`, `${key}A`, key.slice(0, -1), key.toUpperCase()]) {
      expect([wrong, await statusOf('GET /api/v1/me', wrong)]).toEqual([wrong, 401]);
    }
  });

  it('of another account cannot be seen or revoked', async () => {
    const { id, key } = await make('read');
    const strangersToken = await account.signIn(await buildUser(account.deps.database.prisma));
    expect(await list(strangersToken)).toEqual([]);
    for (const asked of [id, randomUUID(), 'x']) {
      const answer = await revoke(asked, strangersToken);
      expect([answer.status, answer.body]).toEqual([404, { error: 'API key not found', code: 'api_key_not_found' }]);
    }
    expect(await statusOf('GET /api/v1/me', key)).toBe(200);
  });

  it('is noted in the trail when it is made and when it is revoked', async () => {
    const { id } = await make('write', 'Backup');
    await revoke(id);
    const events = await account.deps.database.prisma.auditEvent.findMany({
      where: { userId: user.id },
      orderBy: { id: 'asc' },
    });
    expect(events).toMatchObject([
      { action: 'api_key.created', details: { name: 'Backup', scope: 'write' } },
      { action: 'api_key.revoked', details: { name: 'Backup', scope: 'write' } },
    ]);
  });
});
