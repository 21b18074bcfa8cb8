import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { createAccountApp } from '#app.ts';
import { createAccessTokens } from '#auth/access-tokens.ts';
import { listRoutes } from '#routes.test-setup.ts';

/** Who may use a route: `form` ones belong to whoever owns the form in their address. */
type Access = 'probe' | 'service' | 'everybody' | 'user' | 'form';

/** Every route there is. One that is missing here is a route of which nobody has said whose it is. */
const routes: Readonly<Record<string, Access>> = {
  'GET /livez': 'probe',
  'GET /readyz': 'probe',
  'GET /metrics': 'probe',
  'GET /internal/forms/:endpointId': 'service',
  'GET /internal/usage/:userId/:month': 'service',
  'POST /api/auth/sign-in': 'everybody',
  'POST /api/auth/refresh': 'everybody',
  'POST /api/auth/sign-out': 'everybody',
  'GET /api/v1/me': 'user',
  'GET /api/v1/forms': 'user',
  'POST /api/v1/forms': 'user',
  'GET /api/v1/forms/:id': 'form',
  'GET /api/v1/forms/:id/submissions': 'form',
};
const routesFor = (...accesses: Access[]) =>
  Object.keys(routes).filter((route) => accesses.includes(routes[route] ?? 'probe'));

let account: TestAccount;
let owner: User;
let form: Form;
let strangersToken: string;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  owner = await buildUser(prisma, { email: 'owner@example.com' });
  form = await buildForm(prisma, { userId: owner.id, name: 'The owner’s form' });
  await buildSubmission(prisma, { formId: form.id, data: { secret: 'of a visitor' } });
  strangersToken = await account.signIn(await buildUser(prisma));
});
afterAll(() => account.close());

const body = { name: 'Taken over', description: 'Taken over', allowedOrigins: [], isActive: false };
const bodyFor = (request: string) => (request.startsWith('GET') ? {} : { body });
const addressing = (route: string, id: string) => route.replace(':id', id).replace(':endpointId', form.endpointId);

async function everythingStored(): Promise<string> {
  const tables = ['users', 'sessions', 'forms', 'submissions', 'form_totals', 'daily_form_counters', 'monthly_usage'];
  const stored = await Promise.all(
    [...tables, 'outbox'].map((table) => account.deps.database.pool.query(`select * from ${table} order by 1`)),
  );
  return JSON.stringify(
    stored.map(({ rows }) => rows),
    (_key, value) => (typeof value === 'bigint' ? `${value}` : value),
  );
}

describe('the routes of account', () => {
  it('are those of which this test says whose they are', () => {
    expect(listRoutes(createAccountApp(account.deps)).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('are none but those', async () => {
    const answer = await account.call('GET /api/v1/nothing', { token: strangersToken });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe.each(routesFor('form'))('%s', (route) => {
  it('is as absent to a stranger as if the form never was, and changes nothing', async () => {
    const before = await everythingStored();
    const asked = [form.id, form.id.toUpperCase(), randomUUID()].map((id) => addressing(route, id));
    const answers = await Promise.all(
      asked.map((request) => account.call(request, { token: strangersToken, ...bodyFor(request) })),
    );
    for (const { status, body: refusal } of answers) {
      expect([status, refusal]).toEqual([404, { error: 'Form not found', code: 'form_not_found' }]);
    }
    expect(await everythingStored()).toBe(before);
  });

  it('answers its owner', async () => {
    const request = addressing(route, form.id);
    const answer = await account.call(request, { token: await account.signIn(owner), ...bodyFor(request) });
    expect(answer.status).toBeLessThan(300);
  });
});

describe.each(routesFor('user'))('%s', (route) => {
  it('shows and changes nothing of somebody else’s account', async () => {
    const before = await account.deps.database.prisma.form.findMany({ where: { userId: owner.id } });
    const answer = await account.call(route, { token: strangersToken, ...bodyFor(route) });
    expect(answer.status).toBeLessThan(300);
    for (const text of [owner.id, owner.email, form.id, form.endpointId]) expect(answer.text).not.toContain(text);
    expect(await account.deps.database.prisma.form.findMany({ where: { userId: owner.id } })).toEqual(before);
  });
});

describe.each(routesFor('user', 'form'))('%s', (route) => {
  it('is closed to whoever does not prove who they are', async () => {
    const before = await everythingStored();
    const gone = await buildUser(account.deps.database.prisma);
    const tokenOfGone = await account.signIn(gone);
    await account.deps.database.prisma.user.delete({ where: { id: gone.id } });
    const foreign = await createAccessTokens('the secret of another installation, 32+').issue(owner.id, randomUUID());
    const { refreshToken } = await account.deps.sessions.open(owner);
    const attempts = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Basic ${btoa('owner@example.com:password')}` },
      { authorization: `Bearer ${refreshToken}` },
      { authorization: `Bearer ${unsigned({ sub: owner.id, aud: 'inlet', exp: 9_999_999_999 })}` },
      { authorization: `Bearer ${tokenOfGone}` },
      { authorization: `Bearer ${foreign.token}` },
      { authorization: strangersToken },
      { cookie: `inlet_refresh=${refreshToken}` },
    ];
    await account.deps.database.prisma.session.deleteMany({ where: { userId: owner.id } });
    const request = addressing(route, form.id);
    for (const headers of attempts) {
      const answer = await account.call(request, { headers, ...bodyFor(request) });
      expect([answer.status, answer.body]).toEqual([401, { error: 'Sign in to continue', code: 'unauthorized' }]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(await everythingStored()).toBe(before);
  });
});

describe.each(routesFor('service'))('%s', (route) => {
  it('is closed to an owner', async () => {
    const answer = await account.call(addressing(route, form.id), { token: await account.signIn(owner) });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'forbidden' }]);
  });
});

function unsigned(claims: Readonly<Record<string, unknown>>): string {
  const parts = [{ alg: 'none', typ: 'at+jwt' }, claims].map((part) => JSON.stringify(part));
  return `${parts.map((part) => Buffer.from(part).toString('base64url')).join('.')}.AAAA`;
}
