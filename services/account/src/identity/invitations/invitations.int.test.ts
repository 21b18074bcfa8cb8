import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import { isInvited, useInvitation } from '#identity/invitations/use-invitation.ts';

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
