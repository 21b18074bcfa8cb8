import type { Prisma } from '@inlet/db/client';

/**
 * Takes an account away with everything that hangs on it. Its usage hangs on nothing, for the worker writes it; the
 * invitation that it came by would stay, with the person's address in it.
 */
export async function removeUser(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.monthlyUsage.deleteMany({ where: { userId: id } });
  await tx.invitation.deleteMany({ where: { userId: id } });
  await tx.user.delete({ where: { id } });
}
