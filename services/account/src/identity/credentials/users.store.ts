import type { Prisma, PrismaClient, User } from '@inlet/db/client';

export function findUser(prisma: PrismaClient, id: string): Promise<User | null> {
  return prisma.user.findUnique({ where: { id } });
}

export function findUserByEmail(prisma: PrismaClient, email: string): Promise<User | null> {
  return prisma.user.findUnique({ where: { email } });
}

export function insertUser(
  tx: Prisma.TransactionClient,
  user: Pick<User, 'id' | 'email' | 'passwordHash'>,
): Promise<User> {
  return tx.user.create({ data: user });
}

/** A user as read, with the password at that time. */
type KnownUser = Pick<User, 'id' | 'passwordHash'>;

/** True if the password is still the one that was read. */
export async function isPasswordCurrent(
  tx: Prisma.TransactionClient,
  { id, passwordHash }: KnownUser,
): Promise<boolean> {
  return (await tx.user.count({ where: { id, passwordHash } })) > 0;
}

/** Replaces the password that was read; returns false where it has changed since. */
export async function replacePassword(
  tx: Prisma.TransactionClient,
  { id, passwordHash: before }: KnownUser,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { id, passwordHash: before }, data: { passwordHash } });
  return count > 0;
}

/**
 * Saves the result of a mailed link. The link has proved the address, so an earlier bounce no longer stops its mail; a
 * complaint still does.
 */
export async function saveProved(
  tx: Prisma.TransactionClient,
  id: string,
  change: Partial<Pick<User, 'email' | 'passwordHash'>>,
): Promise<void> {
  const { email } = await tx.user.update({ where: { id }, data: { ...change, emailVerifiedAt: new Date() } });
  // Forms notify their owner as soon as the address is verified.
  await tx.recipient.updateMany({
    where: { email, form: { userId: id }, confirmedAt: null },
    data: { confirmedAt: new Date() },
  });
  // The owner has just read a mail there.
  await tx.suppression.deleteMany({ where: { email, scope: 'all', reason: 'bounce' } });
}
