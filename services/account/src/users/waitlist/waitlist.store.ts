import type { Form, Prisma, PrismaClient, User } from '@inlet/db/client';
import type { Pool } from 'pg';

/**
 * `.invalid` can never be a real domain. Sign-up stores addresses in lower case, so no account can have had this
 * address before.
 */
const systemEmail = 'System@inlet.invalid';
export const waitlistName = 'Waitlist';

export function findSystemUser(prisma: PrismaClient): Promise<User | null> {
  return prisma.user.findUnique({ where: { email: systemEmail } });
}

/** Two processes may start at once: the second one uses what the first has created. */
export function insertSystemUser(
  prisma: PrismaClient,
  user: Omit<Prisma.UserUncheckedCreateInput, 'email'>,
): Promise<User> {
  return prisma.user.upsert({ where: { email: systemEmail }, create: { ...user, email: systemEmail }, update: {} });
}

export function findWaitlistForm(prisma: Prisma.TransactionClient): Promise<Form | null> {
  return prisma.form.findFirst({
    where: { name: waitlistName, user: { email: systemEmail } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

export async function saveBodyLimit(tx: Prisma.TransactionClient, id: string, bodyMaxBytes: number): Promise<void> {
  await tx.form.update({ where: { id }, data: { bodyMaxBytes } });
}

/** All characters that JavaScript trims at the end of a text; PostgreSQL's own `trim` only knows one of them. */
export const spaces =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Addresses on the waitlist without an invitation or Early Pro, in order of arrival. A visitor may send anything; only
 * texts with an `@` are considered, and they are checked again before a mail is sent.
 */
const nextSql = `
select email, created_at as "createdAt" from (
  select distinct on (lower(btrim(data ->> 'email', $5))) lower(btrim(data ->> 'email', $5)) as email, created_at
  from submissions
  where form_id = $1 and is_spam = false and json_typeof(data -> 'email') = 'string' and data ->> 'email' like '%_@_%'
  order by lower(btrim(data ->> 'email', $5)), created_at
) as waiting
where (created_at, email) > ($2, $3) and not exists (select 1 from invitations where invitations.email = waiting.email)
  and not exists (select 1 from users where users.email = waiting.email
    and users.plan = 'early_pro' and users.subscription_status = 'active')
order by created_at, email limit $4`;

export interface Waiting {
  readonly email: string;
  readonly createdAt: Date;
}

/** The addresses after one in the list, or the first ones. */
export async function findNextWaiting(
  pool: Pool,
  formId: string,
  behind: Waiting | null,
  limit: number,
): Promise<Waiting[]> {
  const { createdAt, email } = behind ?? { createdAt: '-infinity', email: '' };
  return (await pool.query<Waiting>(nextSql, [formId, createdAt, email, limit, spaces])).rows;
}

/** All entries of an address on the waitlist, in either folder. */
export async function findEntries(tx: Prisma.TransactionClient, formId: string, email: string): Promise<string[]> {
  const entries = await tx.$queryRaw<{ id: string }[]>`
    select id from submissions
    where form_id = ${formId}::uuid and json_typeof(data -> 'email') = 'string'
      and lower(btrim(data ->> 'email', ${spaces})) = ${email}`;
  return entries.map(({ id }) => id);
}
