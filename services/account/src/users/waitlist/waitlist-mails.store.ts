import { waitlistMailDaysMax } from '@inlet/contracts/retention';
import type { Prisma, PrismaClient } from '@inlet/db/client';
import { spaces } from '#users/waitlist/waitlist.store.ts';

/** One process at a time mails the waitlist, because two would together exceed the hourly limit. */
export async function lockWaitlistMails(tx: Prisma.TransactionClient): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ isLocked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('waitlist mails')) as "isLocked"`;
  return lock?.isLocked === true;
}

/** Records this old are no longer needed. */
export async function forgetOldMails(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    delete from waitlist_mails where mailed_at < now() - make_interval(days => ${waitlistMailDaysMax}::int)`;
}

export function countMailsOfHour(tx: Prisma.TransactionClient): Promise<number> {
  return tx.waitlistMail.count({ where: { mailedAt: { gt: new Date(Date.now() - 3_600_000) } } });
}

/** The addresses of the newest entries of the last day, in order of arrival. */
export async function findNewEntries(tx: Prisma.TransactionClient, formId: string, limit: number): Promise<string[]> {
  const entries = await tx.$queryRaw<{ email: string }[]>`
    select lower(btrim(data ->> 'email', ${spaces})) as email from (
      select data, created_at, id from submissions
      where form_id = ${formId}::uuid and is_spam = false and created_at > now() - interval '1 day'
      order by created_at desc, id desc limit ${limit}
    ) as newest
    where json_typeof(data -> 'email') = 'string' order by created_at, id`;
  return entries.map(({ email }) => email);
}

/** Records that an address got the mail; false if it already had it. */
export async function noteMailed(tx: Prisma.TransactionClient, addressHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { count } = await tx.waitlistMail.createMany({ data: { addressHash }, skipDuplicates: true });
  return count === 1;
}

/** The addresses among these that got the mail. */
export async function findMailed(
  prisma: Prisma.TransactionClient | PrismaClient,
  hashes: Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array[]> {
  const rows = await prisma.waitlistMail.findMany({ where: { addressHash: { in: hashes } } });
  return rows.map(({ addressHash }) => addressHash);
}

export async function forgetMailed(tx: Prisma.TransactionClient, addressHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await tx.waitlistMail.deleteMany({ where: { addressHash } });
}
