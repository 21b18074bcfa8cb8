import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { mailsTo, newestMail, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const verify = (token: string) => account.call('POST /api/auth/verify-email', { body: { token } });
const resend = (token: string) => account.call('POST /api/auth/resend-verification', { token });
const me = async (token: string) => (await account.call('GET /api/v1/me', { token })).body as { isVerified: boolean };

async function signUp() {
  const email = `${randomUUID()}@example.com`;
  const { body } = await account.call('POST /api/auth/sign-up', { body: { email, password } });
  const session = body as { access_token: string; user: { id: string } };
  return { email, id: session.user.id, accessToken: session.access_token };
}

describe('a new account', () => {
  it('gets a welcome mail whose link verifies its address, once', async () => {
    const { email, id, accessToken } = await signUp();
    expect(await me(accessToken)).toMatchObject({ isVerified: false });
    const mail = await newestMail(account, email);
    expect(mail).toMatchObject({ subject: 'Welcome to Inlet', kind: 'requested' });
    expect(mail.text).toContain(`http://localhost:8080/auth?mode=verify&token=${tokenIn(mail)}`);
    const answers = await Promise.all([verify(tokenIn(mail)), verify(tokenIn(mail))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    expect((await verify(tokenIn(mail))).body).toMatchObject({ code: 'invalid_token' });
    expect(await me(accessToken)).toMatchObject({ isVerified: true });
    expect(await auditOf(account, id)).toEqual(['account.created', 'account.email_verified']);
  });

  it('gets another link, which replaces the first, until it is verified', async () => {
    const { email, accessToken } = await signUp();
    const first = tokenIn(await newestMail(account, email));
    expect((await resend(accessToken)).status).toBe(202);
    const second = await newestMail(account, email);
    expect(second.subject).toBe('Verify your address');
    expect((await verify(first)).status).toBe(400);
    expect((await verify(tokenIn(second))).status).toBe(204);
    expect((await resend(accessToken)).status).toBe(202);
    expect(await mailsTo(account, email)).toHaveLength(2);
  });
});

describe('a link to verify an address', () => {
  it('does not end a link for a new password', async () => {
    const { email } = await signUp();
    await account.call('POST /api/auth/forgot-password', { body: { email } });
    const [welcome, reset] = await mailsTo(account, email);
    if (!welcome || !reset) throw new Error('Both mails are sent');
    expect((await verify(tokenIn(welcome))).status).toBe(204);
    const body = { token: tokenIn(reset), password: 'a new password' };
    expect((await account.call('POST /api/auth/reset-password', { body })).status).toBe(204);
  });

  it('is for the address that it was mailed to', async () => {
    const { email, id } = await signUp();
    const token = tokenIn(await newestMail(account, email));
    const { prisma } = account.deps.database;
    await prisma.user.update({ where: { id }, data: { email: `${randomUUID()}@example.com` } });
    expect((await verify(token)).status).toBe(400);
    expect(await prisma.user.findUnique({ where: { id } })).toMatchObject({ emailVerifiedAt: null });
  });

  it('opens nothing for another purpose, and no other link opens it', async () => {
    const user = await accountOf(account);
    await account.call('POST /api/auth/forgot-password', { body: { email: user.email } });
    const reset = tokenIn(await newestMail(account, user.email));
    expect((await verify(reset)).status).toBe(400);
    expect((await verify('a'.repeat(43))).status).toBe(400);
  });

  it('shows that a mailbox works again, and forgives no complaint', async () => {
    const { prisma } = account.deps.database;
    for (const [reason, left] of [
      ['bounce', 0],
      ['complaint', 1],
    ] as const) {
      const { email } = await signUp();
      await prisma.suppression.create({ data: { email, scope: 'all', reason } });
      expect((await verify(tokenIn(await newestMail(account, email)))).status).toBe(204);
      expect(await prisma.suppression.count({ where: { email } })).toBe(left);
    }
  });
});
