import type { Person, Prisma, User } from '@inlet/db/client';

/**
 * Deletes an account with all that hangs on it, and its usage, which the worker writes. Its members stay, in other
 * workspaces or in none.
 */
export async function removeUser(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`select set_config('inlet.keeps_people', 'on', true)`;
  await tx.monthlyUsage.deleteMany({ where: { userId: id } });
  await tx.quota.deleteMany({ where: { userId: id } });
  await tx.user.deleteMany({ where: { id } });
}

/** Matches an empty account whose address was never verified. */
const unproven = {
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  forms: { none: {} },
  invitations: { none: {} },
  checkouts: { none: {} },
  spots: { none: {} },
} as const;

/** True if an address belongs to an account that reserves it. */
export async function isHeld(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
  const person = await tx.person.findUnique({ where: { email } });
  if (!person) return (await tx.user.count({ where: { email } })) > 0;
  return !(await isUnproven(tx, person));
}

/** The person of an address that has proved nothing and holds nothing. It is locked, so that this stays true. */
export async function findUnproven(tx: Prisma.TransactionClient, email: string): Promise<Person | null> {
  await tx.$queryRaw`select from users where email = ${email} for no key update`;
  await tx.$queryRaw`select from people where email = ${email} for no key update`;
  const person = await tx.person.findUnique({ where: { email } });
  return person && (await isUnproven(tx, person)) ? person : null;
}

async function isUnproven(tx: Prisma.TransactionClient, { id, emailVerifiedAt }: Person): Promise<boolean> {
  if (emailVerifiedAt !== null || (await tx.membership.count({ where: { personId: id, userId: { not: id } } })) > 0) {
    return false;
  }
  const isAlone = { memberships: { every: { personId: id } }, workspaceInvitations: { none: {} } };
  return (await tx.user.count({ where: { id, NOT: { ...unproven, ...isAlone } } })) === 0;
}

/** Deletes a person, with sessions and mailed links, and returns whether it was there. */
export async function deletePersonRow(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await tx.person.deleteMany({ where: { id } })).count > 0;
}

/** The same of a person that is in no workspace. */
export async function removePerson(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.person.deleteMany({ where: { id, memberships: { none: {} } } });
}

/** Deletes the invitation that an account came by, if any, and returns its address. */
export async function forgetUsedInvitations(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const used = await tx.invitation.findMany({ where: { userId }, select: { email: true } });
  await tx.invitation.deleteMany({ where: { userId } });
  return used.map(({ email }) => email);
}

/** Deletes every other invitation of an address. */
export async function forgetInvitations(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await tx.invitation.deleteMany({ where: { email, userId: null } });
}

type Settings = Partial<Pick<User, 'timeZone' | 'wantsUsageMails'>>;

export function saveSettings(tx: Prisma.TransactionClient, id: string, settings: Settings): Promise<User> {
  return tx.user.update({ where: { id }, data: settings });
}

/** True if PostgreSQL knows a time zone too: it computes when a digest is due while a submission is stored. */
export async function isKnownTimeZone(tx: Prisma.TransactionClient, name: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`select from pg_timezone_names where name = ${name}`;
  return found.length > 0;
}
