import type { Person, Prisma, PrismaClient, User } from '@inlet/db/client';
import { emailTaken } from '#errors.ts';

export function findPerson(prisma: PrismaClient, id: string): Promise<Person | null> {
  return prisma.person.findUnique({ where: { id } });
}

export function findPersonByEmail(prisma: PrismaClient, email: string): Promise<Person | null> {
  return prisma.person.findUnique({ where: { email } });
}

/** The address of the system account, as sign-ups write addresses. */
const systemEmail = 'system@inlet.invalid';

/** Makes a person with a workspace of their own, which has the same id. */
export async function insertAccount(
  tx: Prisma.TransactionClient,
  { id, email, passwordHash }: { readonly id: string; readonly email: string; readonly passwordHash: string },
): Promise<User> {
  if (email === systemEmail) throw emailTaken();
  await tx.person.create({ data: { id, email, passwordHash } });
  const user = await tx.user.create({ data: { id, email, passwordHash } });
  const membership = { userId: id, personId: id };
  await tx.membership.upsert({
    where: { userId_personId: membership },
    create: { ...membership, role: 'owner' },
    update: {},
  });
  return user;
}

/** Makes a person without a workspace, whose address a mailed link has proved. The product's own address is taken. */
export async function insertPerson(
  tx: Prisma.TransactionClient,
  person: { readonly id: string; readonly email: string; readonly passwordHash: string },
): Promise<void> {
  const { email } = person;
  if (email === systemEmail || (await tx.user.count({ where: { email } })) > 0) throw emailTaken();
  await tx.person.create({ data: { ...person, emailVerifiedAt: new Date() } });
}

export function saveWorkMails(tx: Prisma.TransactionClient, id: string, wantsWorkMails: boolean): Promise<Person> {
  return tx.person.update({ where: { id }, data: { wantsWorkMails } });
}

/** A person as it was read, with the password of that moment. */
export type KnownPerson = Pick<Person, 'id' | 'passwordHash'>;

/** Whether the password is still the one that was read. */
export async function isPasswordCurrent(
  tx: Prisma.TransactionClient,
  { id, passwordHash }: KnownPerson,
): Promise<boolean> {
  return (await tx.person.count({ where: { id, passwordHash } })) > 0;
}

/** Replaces the password that was read; returns false where it has changed since. */
export async function replacePassword(
  tx: Prisma.TransactionClient,
  { id, passwordHash: before }: KnownPerson,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await tx.person.updateMany({ where: { id, passwordHash: before }, data: { passwordHash } });
  return count > 0;
}

/**
 * Saves what a mailed link has changed. The link has proved the address, so a bounce that was reported before stops its
 * mail no more; a complaint still does.
 */
export async function saveProved(
  tx: Prisma.TransactionClient,
  id: string,
  change: Partial<Pick<Person, 'email' | 'passwordHash'>>,
): Promise<void> {
  const { email } = await tx.person.update({ where: { id }, data: { ...change, emailVerifiedAt: new Date() } });
  // Forms notify an owner as soon as the address is verified.
  await tx.recipient.updateMany({
    where: {
      email,
      form: { user: { memberships: { some: { personId: id, role: 'owner' } } } },
      confirmedAt: null,
    },
    data: { confirmedAt: new Date() },
  });
  // Somebody has just read a mail there.
  await tx.suppression.deleteMany({ where: { email, scope: 'all', reason: 'bounce' } });
}

/**
 * Locks a person, after the workspace with the same id, which the deletion of an account locks first. Two changes then
 * wait and never deadlock.
 */
export async function lockPerson(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  await tx.$queryRaw`select id from users where id = ${id}::uuid for no key update`;
  return (await tx.$queryRaw<unknown[]>`select id from people where id = ${id}::uuid for no key update`).length > 0;
}
