import type { Prisma, PrismaClient, Session } from '@inlet/db/client';

/** The living sign-ins of a person, the last used first. */
export function findDevices(prisma: PrismaClient, personId: string): Promise<Session[]> {
  return prisma.session.findMany({
    where: { personId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  });
}

/** Ends one sign-in, if it is a living one of the person. */
export async function endDevice(tx: Prisma.TransactionClient, personId: string, id: string): Promise<boolean> {
  const { count } = await tx.session.deleteMany({ where: { id, personId, expiresAt: { gt: new Date() } } });
  return count === 1;
}

/** Ends every sign-in of a person, but for one that may stay, and tells how many there were. */
export async function endDevices(tx: Prisma.TransactionClient, personId: string, stays?: string): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: { personId, ...(stays && { id: { not: stays } }) } });
  return count;
}
