import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import { invite } from '#identity/invitations/invite.ts';
import { isInvited, useInvitation } from '#identity/invitations/use-invitation.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

it('an invitation is for its address, for fourteen days, and keeps of its token only what cannot be used', async () => {
  const { prisma } = account.deps.database;
  const { token, invitation } = await createInvitation(prisma, ' Ana@Example.com ');
  expect(invitation).toMatchObject({ email: 'ana@example.com', usedAt: null, userId: null });
  expect(JSON.stringify(invitation)).not.toContain(token);
  expect(Math.abs(invitation.expiresAt.getTime() - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000);
  expect(await isInvited(prisma, token, 'ana@example.com')).toBe(true);
  expect(await isInvited(prisma, token, 'bo@example.com')).toBe(false);
});

it('of several who use one invitation at once, one does', async () => {
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const { token } = await createInvitation(prisma, user.email);
  const uses = await Promise.all(
    Array.from({ length: 5 }, () => prisma.$transaction((tx) => useInvitation(tx, token, user))),
  );
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await isInvited(prisma, token, user.email)).toBe(false);
});

describe('an account that exists', () => {
  const accept = async (user: User, token: string) =>
    account.call('POST /api/v1/me/invitation', { token: await account.signIn(user), body: { token } });
  const read = (token: string) => account.call('POST /api/auth/read-invitation', { body: { token } });

  it('accepts an invitation for its address, once and as often as the link is opened', async () => {
    const { prisma } = account.deps.database;
    const user = await buildUser(prisma, { emailVerifiedAt: null });
    const { token } = await createInvitation(prisma, user.email);
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { email: user.email, state: 'open', hasAccount: true },
    });
    for (let n = 0; n < 2; n += 1) {
      const answer = await accept(user, token);
      expect([answer.status, answer.body]).toMatchObject([200, { id: user.id, isInvited: true, isVerified: true }]);
    }
    expect((await read(token)).body).toMatchObject({ state: 'used' });
    const accepted = { userId: user.id, action: 'account.invitation_accepted' };
    expect(await prisma.auditEvent.count({ where: accepted })).toBe(1);
  });

  it('cannot accept the invitation of another address, a used one or one that is too old', async () => {
    const { prisma } = account.deps.database;
    const [user, other] = [await buildUser(prisma), await buildUser(prisma)];
    const { token, invitation } = await createInvitation(prisma, other.email);
    expect(await accept(user, token)).toMatchObject({ status: 403, body: { code: 'other_invitation' } });
    expect(await read('nonsense')).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect(await accept(user, 'nonsense')).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    await prisma.invitation.update({ where: { id: invitation.id }, data: { expiresAt: new Date() } });
    expect((await read(token)).body).toMatchObject({ state: 'expired' });
    expect(await accept(other, token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect(await prisma.invitation.count({ where: { usedAt: { not: null }, id: invitation.id } })).toBe(0);
  });

  it('is told by mail to accept, and a new address to create an account', async () => {
    const { email } = await buildUser(account.deps.database.prisma);
    await invite(account.deps, email);
    await invite(account.deps, 'somebody-new@example.com');
    await handOverMails(account.deps);
    expect((await mailsTo(account, email))[0]?.text).toContain('Accept the invitation');
    expect((await mailsTo(account, 'somebody-new@example.com'))[0]?.text).toContain('Create your account');
  });
});
