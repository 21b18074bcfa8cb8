import type { Prisma, PrismaClient } from '@inlet/db/client';

interface RecipientKey {
  readonly formId: string;
  readonly email: string;
}

/** Null if the form is gone, or no longer has such a recipient. */
export async function findRecipient(
  prisma: PrismaClient,
  { formId, email }: RecipientKey,
): Promise<{ formName: string; isActive: boolean } | null> {
  const found = await prisma.recipient.findUnique({
    where: { formId_email: { formId, email } },
    include: { form: { select: { name: true } } },
  });
  return found && { formName: found.form.name, isActive: found.unsubscribedAt === null };
}

/** Returns the account and the name of the form; null where there was nothing to stop. */
export async function stopNotifications(
  tx: Prisma.TransactionClient,
  { formId, email }: RecipientKey,
): Promise<{ userId: string; name: string } | null> {
  const where = { formId, email, unsubscribedAt: null };
  const { count } = await tx.recipient.updateMany({ where, data: { unsubscribedAt: new Date() } });
  return count === 0
    ? null
    : tx.form.findUniqueOrThrow({ where: { id: formId }, select: { userId: true, name: true } });
}

export async function wantsUsageMails(prisma: PrismaClient, id: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id, wantsUsageMails: true } })) > 0;
}

/** Returns whether there was something to stop. */
export async function stopUsageMails(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const where = { id, wantsUsageMails: true };
  return (await tx.user.updateMany({ where, data: { wantsUsageMails: false } })).count > 0;
}
