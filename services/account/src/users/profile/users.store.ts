import type { Prisma, User } from '@inlet/db/client';

/** Deletes an account with all that hangs on it, and its usage, which the worker writes; returns the account. */
export async function removeUser(tx: Prisma.TransactionClient, id: string): Promise<User> {
  await tx.monthlyUsage.deleteMany({ where: { userId: id } });
  await tx.quota.deleteMany({ where: { userId: id } });
  return tx.user.delete({ where: { id } });
}

/** Matches an empty account whose address was never verified. */
const unproven = {
  emailVerifiedAt: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  forms: { none: {} },
  invitations: { none: {} },
  checkouts: { none: {} },
  spots: { none: {} },
} as const;

/** True if an address belongs to an account that reserves it. */
export async function isHeld(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
  return (await tx.user.count({ where: { email, NOT: unproven } })) > 0;
}

/** The unverified and empty account of an address. It is locked, so that this stays true. */
export async function findUnproven(tx: Prisma.TransactionClient, email: string): Promise<User | null> {
  await tx.$queryRaw`select from users where email = ${email} for no key update`;
  return tx.user.findFirst({ where: { email, ...unproven } });
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
