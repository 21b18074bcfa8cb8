import { sessionSchema } from '@inlet/contracts/sessions';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { newestMail } from '#mailbox.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
});
afterAll(() => account.close());

const newPassword = 'a new password';
const change = (body: object = {}, asker = token) =>
  account.call('POST /api/auth/change-password', {
    token: asker,
    body: { currentPassword: testPassword, newPassword, ...body },
  });
const signIn = (password: string) => account.call('POST /api/auth/sign-in', { body: { email: user.email, password } });
const statusOfMe = async (asker: string) => (await account.call('GET /api/v1/me', { token: asker })).status;

describe('a change of the password', () => {
  it('replaces it and tells the owner', async () => {
    const answer = await change();
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await signIn(testPassword)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await auditOf(account, user.id))[0]).toBe('account.password_changed');
    const mail = await newestMail(account, user.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain('http://localhost:8080/auth?mode=forgot\n');
  });

  it('ends every session but the one that asks, at once', async () => {
    const elsewhere = await account.signIn(user);
    const { refreshToken } = await account.deps.sessions.open(user, testClient);
    await change();
    expect(await statusOfMe(token)).toBe(200);
    expect(await statusOfMe(elsewhere)).toBe(401);
    const body = { refresh_token: refreshToken };
    expect((await account.call('POST /api/auth/refresh', { body })).status).toBe(401);
  });

  it('ends links that were mailed before', async () => {
    const request = { personId: user.id, purpose: 'reset-password' } as const;
    const link = await account.deps.database.prisma.$transaction((tx) => createMailLink(tx, request));
    await change();
    const body = { token: link.token, password: 'by the older link' };
    expect((await account.call('POST /api/auth/reset-password', { body })).status).toBe(400);
  });

  it('is refused without the right password, and changes nothing', async () => {
    const elsewhere = await account.signIn(user);
    const answer = await change({ currentPassword: 'wrong horse' });
    expect([answer.status, answer.body]).toEqual([403, { error: 'Incorrect password', code: 'wrong_password' }]);
    expect(await statusOfMe(elsewhere)).toBe(200);
    expect(await account.deps.database.prisma.user.findUnique({ where: { id: user.id } })).toEqual(user);
  });

  it('happens once when two ask for it at once', async () => {
    const [one, two] = await Promise.all([change({ newPassword: 'the first' }), change({ newPassword: 'the second' })]);
    expect([one.status, two.status].toSorted()).toEqual([204, 403]);
    expect((await signIn(one.status === 204 ? 'the first' : 'the second')).status).toBe(200);
  });

  it('is not for programs with a key, nor for people without a living session', async () => {
    const { key } = await makeKey(account, user.id);
    expect([(await change({}, key)).status, (await change({}, key)).body]).toMatchObject([
      403,
      { code: 'person_required' },
    ]);
    await account.deps.database.prisma.session.deleteMany({ where: { userId: user.id } });
    expect((await change()).status).toBe(401);
  });

  it('names the new password when it is too short or too easy', async () => {
    for (const newPassword of ['short77', 'Password1', user.email]) {
      const answer = await change({ newPassword });
      expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'newPassword' }] }]);
    }
  });

  it('gives the session that stays a token that goes on being refreshed', async () => {
    const body = { email: user.email, password: testPassword, transport: 'token' };
    const session = sessionSchema.parse((await account.call('POST /api/auth/sign-in', { body })).body);
    await change({}, session.access_token);
    const refreshed = { refresh_token: session.refresh_token };
    expect((await account.call('POST /api/auth/refresh', { body: refreshed })).status).toBe(200);
  });
});
