import type { PrismaClient } from '@inlet/db/client';

interface RecipientKey {
  readonly formId: string;
  readonly email: string;
}

/** Null where the form is gone, or has no such recipient any more. */
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

export async function stopNotifications(prisma: PrismaClient, { formId, email }: RecipientKey): Promise<void> {
  const where = { formId, email, unsubscribedAt: null };
  await prisma.recipient.updateMany({ where, data: { unsubscribedAt: new Date() } });
}

export async function wantsUsageMails(prisma: PrismaClient, id: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id, wantsUsageMails: true } })) > 0;
}

export async function stopUsageMails(prisma: PrismaClient, id: string): Promise<void> {
  await prisma.user.updateMany({ where: { id }, data: { wantsUsageMails: false } });
}
