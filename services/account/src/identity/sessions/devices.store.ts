import type { Prisma, PrismaClient, Session } from '@inlet/db/client';

/** The valid sign-ins of an account, the last used first. */
export function findDevices(prisma: PrismaClient, userId: string): Promise<Session[]> {
  return prisma.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  });
}

/** Ends a valid sign-in of the account. */
export async function endDevice(tx: Prisma.TransactionClient, userId: string, id: string): Promise<boolean> {
  const { count } = await tx.session.deleteMany({ where: { id, userId, expiresAt: { gt: new Date() } } });
  return count === 1;
}

/** Ends every sign-in of an account, optionally except one, and returns their number. */
export async function endDevices(tx: Prisma.TransactionClient, userId: string, stays?: string): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: { userId, ...(stays && { id: { not: stays } }) } });
  return count;
}
