import { catalogue } from '@inlet/contracts/api/catalogue';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf } from '#account-of.test-setup.ts';
import { servedRoutes } from '#http/handler.ts';
import { addPasskey, setUpTotp } from '#identity/factors/factors.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: User & { email: string };
let form: Form;
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = (await accountOf(account)) as typeof user;
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
  token = await account.signIn(user);
  await account.deps.database.prisma.user.update({ where: { id: user.id }, data: { requiresSecondFactor: true } });
});
afterAll(() => account.close());

const ofWorkspace = ['session', 'account', 'subscriber', 'form'];
const ofPerson = ['caller', 'person'];
const routesWith = (accesses: readonly string[]) =>
  servedRoutes
    .filter(({ id, path, route }) => id in catalogue && path.startsWith('/api/v1/') && accesses.includes(route.access))
    .filter(({ route }) => route.action !== 'self' || ofPerson.includes(route.access))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
const ask = (route: string) =>
  account.call(route.replace(':id', form.id), { token, ...(!route.startsWith('GET') && { body: {} }) });

describe('a workspace that requires a second factor', () => {
  it('refuses every call of a member without one', async () => {
    const routes = routesWith(ofWorkspace);
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      const { status, body } = await ask(route);
      expect([route, status, body]).toMatchObject([route, 403, { code: 'second_factor_required' }]);
    }
  });

  it('lets the member do what concerns the member alone', async () => {
    const routes = routesWith(ofPerson).filter((route) => !route.startsWith('DELETE'));
    expect(routes).toContain('GET /api/v1/me');
    expect(routes).toContain('POST /api/v1/me/totp');
    for (const route of routes)
      expect([route, (await ask(route)).body]).not.toMatchObject([route, { code: 'second_factor_required' }]);
  });

  it('is open to a member with an authenticator app, or with a passkey', async () => {
    await setUpTotp(account, token);
    expect((await ask('GET /api/v1/forms')).status).toBe(200);
    await account.call('DELETE /api/v1/me/totp', { token });
    expect((await ask('GET /api/v1/forms')).status).toBe(403);
    await addPasskey(account, token);
    expect((await ask('GET /api/v1/forms')).status).toBe(200);
  });

  it('is open to its keys', async () => {
    const { key } = await makeKey(account, user.id);
    expect((await account.call('GET /api/v1/forms', { token: key })).status).toBe(200);
  });
});
