import type { Mail } from '@inlet/contracts/mail';
import type { Prisma, PrismaClient } from '@inlet/db/client';

export interface PendingMail extends Mail {
  readonly id: string;
}

export async function insertPending(tx: Prisma.TransactionClient, { id, to, ...words }: PendingMail): Promise<void> {
  await tx.pendingMail.create({ data: { id, recipient: to, ...words } });
}

/** Those that wait longest. */
export async function findPending(prisma: PrismaClient, limit: number): Promise<PendingMail[]> {
  const found = await prisma.pendingMail.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: limit });
  return found.map(({ id, recipient: to, subject, text, html }) => ({ id, to, subject, text, html }));
}

/** Many, for another process may have handed it over in the same moment. */
export async function forgetPending(prisma: PrismaClient, id: string): Promise<void> {
  await prisma.pendingMail.deleteMany({ where: { id } });
}
