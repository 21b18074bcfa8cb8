import type { Prisma, User } from '@inlet/db/client';

/** Takes an account away with all that hangs on it, and its usage, which the worker writes; answers what it was. */
export async function removeUser(tx: Prisma.TransactionClient, id: string): Promise<User> {
  await tx.monthlyUsage.deleteMany({ where: { userId: id } });
  return tx.user.delete({ where: { id } });
}

/** Forgets the invitation that an account came by, if it came by one, and answers to which address it went. */
export async function forgetUsedInvitations(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const used = await tx.invitation.findMany({ where: { userId }, select: { email: true } });
  await tx.invitation.deleteMany({ where: { userId } });
  return used.map(({ email }) => email);
}

/** Forgets every other invitation of an address. */
export async function forgetInvitations(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await tx.invitation.deleteMany({ where: { email, userId: null } });
}
