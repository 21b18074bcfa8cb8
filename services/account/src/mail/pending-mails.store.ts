import { type Mail, mailSchema } from '@inlet/contracts/mail';
import type { Prisma, PrismaClient } from '@inlet/db/client';

export interface PendingMail extends Mail {
  readonly id: string;
}

export async function insertPending(tx: Prisma.TransactionClient, pending: PendingMail): Promise<void> {
  const { id, to: recipient, subject, text, html, ...options } = pending;
  await tx.pendingMail.create({ data: { id, recipient, subject, text, html, options } });
}

/** The oldest mails. */
export async function findPending(prisma: PrismaClient, limit: number): Promise<PendingMail[]> {
  const found = await prisma.pendingMail.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: limit });
  return found.map(({ id, recipient: to, subject, text, html, options }) => {
    return { id, ...mailSchema.parse({ to, subject, text, html, ...(options as object | null) }) };
  });
}

/** `deleteMany` succeeds even if another process has just deleted it. */
export async function forgetPending(prisma: PrismaClient, id: string): Promise<void> {
  await prisma.pendingMail.deleteMany({ where: { id } });
}
