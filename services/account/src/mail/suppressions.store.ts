import type { PrismaClient } from '@inlet/db/client';
import { mailboxOf } from '@inlet/mail/mailbox-of';

/** Stops all mail to an address. A complaint stays one: a bounce that comes later is the weaker reason. */
export async function suppress(prisma: PrismaClient, email: string, reason: 'bounce' | 'complaint'): Promise<void> {
  await prisma.$executeRaw`
    insert into suppressions (email, scope, reason) values (${email}, 'all', ${reason})
    on conflict (email, scope) do update set reason = excluded.reason, created_at = now(), stopped_at = now()
      where suppressions.reason <> 'complaint'`;
}

/** Stops answers to what an address sends, with whatever tag, as its owner wishes. */
export async function suppressAutoReplies(prisma: PrismaClient, email: string): Promise<void> {
  const key = { email: mailboxOf(email), scope: 'auto-reply' };
  await prisma.suppression.upsert({
    where: { email_scope: key },
    create: { ...key, reason: 'unsubscribed' },
    update: {},
  });
}

/** Whether an address wants no answers to what it sends. */
export async function hasNoAutoReplies(prisma: PrismaClient, email: string): Promise<boolean> {
  return (
    (await prisma.suppression.count({ where: { email: { in: [email, mailboxOf(email)] }, scope: 'auto-reply' } })) > 0
  );
}
