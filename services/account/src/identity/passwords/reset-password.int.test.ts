import { sessionSchema } from '@inlet/contracts/sessions';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import { createMailLink, type MailPurpose } from '#identity/sessions/mail-tokens.store.ts';
import { newestMail } from '#mailbox.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = await accountOf(account);
});
afterAll(() => account.close());

const password = 'a new password';
const reset = (token: string) => account.call('POST /api/auth/reset-password', { body: { token, password } });
const signIn = (given: string) =>
  account.call('POST /api/auth/sign-in', { body: { email: user.email, password: given, transport: 'token' } });
const linkFor = async (purpose: MailPurpose, email?: string) =>
  (
    await account.deps.database.prisma.$transaction((tx) =>
      createMailLink(tx, { personId: user.id, purpose, ...(email && { email }) }),
    )
  ).token;

async function expectRefused(token: string): Promise<void> {
  const answer = await reset(token);
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'This link is not valid any more. Ask for a new one.', code: 'invalid_token' },
  ]);
}

describe('a reset', () => {
  it('replaces the password', async () => {
    const answer = await reset(await linkFor('reset-password'));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await signIn(testPassword)).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
    expect(await auditOf(account, user.id)).toEqual([
      'account.password_reset',
      'account.sign_in_failed',
      'account.signed_in',
    ]);
    expect((await newestMail(account, user.email)).subject).toBe('Your password was reset');
  });

  it('ends every session of the account at once, and no other', async () => {
    const other = await account.signIn(await accountOf(account));
    const session = sessionSchema.parse((await signIn(testPassword)).body);
    await reset(await linkFor('reset-password'));
    expect((await account.call('GET /api/v1/me', { token: session.access_token })).status).toBe(401);
    const body = { refresh_token: session.refresh_token };
    expect((await account.call('POST /api/auth/refresh', { body })).status).toBe(401);
    expect((await account.call('GET /api/v1/me', { token: other })).status).toBe(200);
  });

  it('revokes every API key of the account and no other, records each and reports it in the mail', async () => {
    const keys = [await makeKey(account, user.id, { name: 'Old' }), await makeKey(account, user.id, { name: 'Older' })];
    const others = await makeKey(account, (await accountOf(account)).id);
    const statusOf = async (key: string) => (await account.call('GET /api/v1/me', { token: key })).status;
    expect(await Promise.all([...keys, others].map(({ key }) => statusOf(key)))).toEqual([200, 200, 200]);
    await reset(await linkFor('reset-password'));
    expect(await Promise.all([...keys, others].map(({ key }) => statusOf(key)))).toEqual([401, 401, 200]);
    expect((await newestMail(account, user.email)).text).toContain('Every API key of the account was revoked');
    const where = { userId: user.id, action: 'api_key.revoked' };
    const events = await account.deps.database.prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
    expect(events.map(({ actor, details }) => ({ actor, details }))).toEqual(
      ['Old', 'Older'].map((name) => ({
        actor: 'system',
        details: { name, scope: 'write', reason: 'password_reset' },
      })),
    );
  });

  it('allows no new session with the password that it replaced at the same time', async () => {
    await reset(await linkFor('reset-password'));
    await expect(account.deps.sessions.open(user, testClient)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await account.deps.database.prisma.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('works once', async () => {
    const token = await linkFor('reset-password');
    await reset(token);
    await expectRefused(token);
  });

  it('works once for several at the same moment', async () => {
    const token = await linkFor('reset-password');
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400]);
  });

  it('stops a change of address that an attacker has started', async () => {
    const foreign = await linkFor('change-email', 'thief@example.com');
    await reset(await linkFor('reset-password'));
    const answer = await account.call('POST /api/auth/confirm-email', { body: { token: foreign } });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_token' }]);
  });

  it('refuses a link whose hour is over', async () => {
    const token = await linkFor('reset-password');
    const expiresAt = new Date(Date.now() - 1);
    await account.deps.database.prisma.mailToken.updateMany({ where: { userId: user.id }, data: { expiresAt } });
    await expectRefused(token);
    expect((await signIn(testPassword)).status).toBe(200);
  });

  it('refuses a link that was made for something else', async () => {
    await expectRefused(await linkFor('change-email', 'new@example.com'));
  });

  it.each(['made up', '\0', 'x'.repeat(200)])('refuses a link with the token %j', async (token) => {
    await expectRefused(token);
  });

  it('keeps the link for another try when the new password is too short or too easy', async () => {
    const token = await linkFor('reset-password');
    for (const password of ['short77', 'Password1', user.email]) {
      const answer = await account.call('POST /api/auth/reset-password', { body: { token, password } });
      expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'password' }] }]);
    }
    expect((await reset(token)).status).toBe(204);
  });
});
