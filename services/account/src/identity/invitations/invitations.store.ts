import type { Invitation, Prisma, PrismaClient } from '@inlet/db/client';

export function insertInvitation(
  prisma: Pick<PrismaClient, 'invitation'>,
  invitation: Prisma.InvitationUncheckedCreateInput,
): Promise<Invitation> {
  return prisma.invitation.create({ data: invitation });
}

/** An invitation is valid for its mail address, once, until it expires. */
const usable = (tokenHash: string, email: string) => ({
  tokenHash,
  email,
  usedAt: null,
  expiresAt: { gt: new Date() },
});

export async function isUsable(prisma: PrismaClient, tokenHash: string, email: string): Promise<boolean> {
  return (await prisma.invitation.count({ where: usable(tokenHash, email) })) > 0;
}

/** Locks the row, so that an invitation is used once: a second request waits, and finds it used. */
export async function markUsed(
  tx: Prisma.TransactionClient,
  tokenHash: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: usable(tokenHash, email),
    data: { usedAt: new Date(), userId: id },
  });
  // The invitation was mailed to this address.
  if (count === 1) await tx.person.updateMany({ where: { email }, data: { emailVerifiedAt: new Date() } });
  return count === 1;
}

/** An arbitrary number that no other advisory lock with two numbers uses. */
const invitationLock = 7_203_116;

/** Delays a second invitation of the same address until the first one is written. */
export async function lockAddress(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(${invitationLock}::int, hashtext(${email}))) as locked`;
}

/** True if an address was ever invited, or already has what an invitation offers. */
export async function isServed(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
  if ((await tx.invitation.count({ where: { email } })) > 0) return true;
  return (await tx.user.count({ where: { ...ownedBy(email), plan: 'early_pro', subscriptionStatus: 'active' } })) > 0;
}

/** Workspaces with an owner of this address. */
const ownedBy = (email: string) => ({ memberships: { some: { role: 'owner', person: { email } } } });

export async function hasAccount(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
  return (await tx.person.count({ where: { email } })) > 0;
}

export function findInvitation(prisma: PrismaClient, tokenHash: string): Promise<Invitation | null> {
  return prisma.invitation.findUnique({ where: { tokenHash } });
}

export async function hasUsedInvitation(prisma: PrismaClient, userId: string): Promise<boolean> {
  return (await prisma.invitation.count({ where: { userId } })) > 0;
}
