import type { Prisma, User } from '@inlet/db/client';

/** Takes an account away with all that hangs on it, and its usage, which the worker writes; answers what it was. */
export async function removeUser(tx: Prisma.TransactionClient, id: string): Promise<User> {
  await tx.monthlyUsage.deleteMany({ where: { userId: id } });
  return tx.user.delete({ where: { id } });
}

/** Forgets the invitation that an account came by, and tells whether there was one. */
export async function forgetUsedInvitation(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  return (await tx.invitation.deleteMany({ where: { userId } })).count > 0;
}

/** Forgets every other invitation of an address. */
export async function forgetInvitations(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await tx.invitation.deleteMany({ where: { email, userId: null } });
}
