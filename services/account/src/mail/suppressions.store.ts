import type { PrismaClient } from '@inlet/db/client';
import { mailboxOf } from '@inlet/mail/mailbox-of';

/** Stops all mail to an address. A complaint is not replaced by a later bounce, which is the weaker reason. */
export async function suppress(prisma: PrismaClient, email: string, reason: 'bounce' | 'complaint'): Promise<void> {
  await prisma.$executeRaw`
    insert into suppressions (email, scope, reason) values (${email}, 'all', ${reason})
    on conflict (email, scope) do update set reason = excluded.reason, created_at = now(), stopped_at = now()
      where suppressions.reason <> 'complaint'`;
}

/** Stops auto-replies to an address with any tag, at its owner's request. */
export async function suppressAutoReplies(prisma: PrismaClient, email: string): Promise<void> {
  const key = { email: mailboxOf(email), scope: 'auto-reply' };
  await prisma.suppression.upsert({
    where: { email_scope: key },
    create: { ...key, reason: 'unsubscribed' },
    update: {},
  });
}

/** True if an address wants no auto-replies. */
export async function hasNoAutoReplies(prisma: PrismaClient, email: string): Promise<boolean> {
  return (
    (await prisma.suppression.count({ where: { email: { in: [email, mailboxOf(email)] }, scope: 'auto-reply' } })) > 0
  );
}

/** When a bounce or a complaint about an address was reported, if that was after a moment. */
export async function reportedSince(prisma: PrismaClient, email: string, since: Date): Promise<Date | null> {
  const where = { email, scope: 'all', reason: { in: ['bounce', 'complaint'] }, createdAt: { gte: since } };
  return (await prisma.suppression.findFirst({ where }))?.createdAt ?? null;
}
