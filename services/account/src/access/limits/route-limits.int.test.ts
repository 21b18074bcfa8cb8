import { randomUUID } from 'node:crypto';
import { billingRoutes } from '@inlet/contracts/api/billing';
import { identityRoutes } from '@inlet/contracts/api/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttemptLimit, confirmPageLimit, emailChangesOfAccount } from '#access/limits/limits.ts';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword as password } from '#account-of.test-setup.ts';
import { mailsTo, newestMail, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterAll(() => account.close());

/** Makes an address in a network that no other test uses. */
let networks = 0;
function newAddress(): string {
  networks += 1;
  return `198.51.100.${networks}`;
}
const useUp = async (limit: AttemptLimit, subject: string, left = 0) => {
  for (let i = 0; i < limit.max - left; i += 1) await account.deps.attempts.take([{ limit, subject }]);
};

describe('a network', () => {
  it.each<[string, AttemptLimit, () => object, number]>([
    ['sign-up', identityRoutes.signUp.limit, () => ({ email: `${randomUUID()}@example.com`, password }), 201],
    ['forgot-password', identityRoutes.forgotPassword.limit, () => ({ email: 'nobody@example.com' }), 202],
    ['reset-password', identityRoutes.resetPassword.limit, () => ({ token: 'made up', password }), 400],
    ['confirm-email', identityRoutes.confirmEmail.limit, () => ({ token: 'made up' }), 400],
  ])('may use %s only so often', async (route, limit, body, status) => {
    const address = newAddress();
    const ask = (from: string) =>
      account.call(`POST /api/auth/${route}`, { body: body(), headers: { 'x-forwarded-for': from } });
    await useUp(limit, address, 1);
    expect((await ask(address)).status).toBe(status);
    const refused = await ask(address);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(newAddress())).status).toBe(status);
  });

  it('may open only so many links of visitors, and reads in its language that it has to wait', async () => {
    const address = newAddress();
    const open = (from: string) =>
      fetch(`${account.url}/confirm-address?token=nonsense`, {
        headers: { 'x-forwarded-for': from, 'accept-language': 'de' },
      });
    await useUp(confirmPageLimit, address, 1);
    expect((await open(address)).status).toBe(404);
    const refused = await open(address);
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('Bitte warten Sie einen')]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open(newAddress())).status).toBe(404);
  });
});

describe('an inbox', () => {
  it('gets three mails in a quarter of an hour, and the responses do not reveal it', async () => {
    const { email } = await accountOf(account);
    for (let i = 0; i < 5; i += 1) {
      const headers = { 'x-forwarded-for': newAddress() };
      const answer = await account.call('POST /api/auth/forgot-password', { body: { email }, headers });
      expect(answer.status).toBe(202);
      await account.deps.background.idle();
    }
    expect(await mailsTo(account, email)).toHaveLength(3);
    const body = { token: tokenIn(await newestMail(account, email)), password: 'a new password' };
    expect((await account.call('POST /api/auth/reset-password', { body })).status).toBe(204);
  });
});

describe('who is signed in', () => {
  it.each([
    ['change-password', { newPassword: 'a new password' }, 'currentPassword'],
    ['change-email', { email: 'new@example.com' }, 'password'],
  ])('may guess the password for %s ten times', async (route, body, field) => {
    const token = await account.signIn(await accountOf(account));
    const attempt = (given: string) =>
      account.call(`POST /api/auth/${route}`, { token, body: { ...body, [field]: given } });
    const answers = await Promise.all(Array.from({ length: 13 }, () => attempt('wrong horse')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), 429, 429, 429]);
    expect((await attempt(password)).status).toBe(429);
  });

  it('may ask for ten new addresses in an hour', async () => {
    const user = await accountOf(account);
    const token = await account.signIn(user);
    await useUp(emailChangesOfAccount, user.id, 1);
    const ask = () =>
      account.call('POST /api/auth/change-email', { token, body: { email: `${randomUUID()}@example.com`, password } });
    expect((await ask()).status).toBe(202);
    expect((await ask()).status).toBe(429);
  });

  it.each([
    ['create-checkout-session', billingRoutes.createCheckout.limit],
    ['create-portal-session', billingRoutes.createPortal.limit],
  ])('may ask for %s only so often, apart from others', async (route, limit) => {
    const user = await accountOf(account);
    const token = await account.signIn(user);
    await useUp(limit, user.id, 1);
    const ask = async (by: string) => {
      const answer = await account.call(`POST /api/payment/${route}`, { token: by, body: {} });
      return [answer.status, (answer.body as { code: string }).code];
    };
    expect(await ask(token)).toEqual([422, 'invalid_input']);
    expect(await ask(token)).toEqual([429, 'rate_limited']);
    expect(await ask(await account.signIn(await accountOf(account)))).toEqual([422, 'invalid_input']);
  });
});
