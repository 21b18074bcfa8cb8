import type { PrismaClient, User } from '@inlet/db/client';
import { hashPassword, isOutdated, passwordMatches } from '#identity/credentials/passwords.ts';
import { findUser, replacePassword } from '#identity/credentials/users.store.ts';

/**
 * Rehashes a correct password whose hash has a lower cost than today's. A concurrent sign-in may do the same, or a
 * reset may change the password: then the password is compared with the current hash.
 */
export async function renewHash(prisma: PrismaClient, user: User, password: string): Promise<User | null> {
  if (!isOutdated(user.passwordHash)) return user;
  const passwordHash = await hashPassword(password);
  if (await replacePassword(prisma, user, passwordHash)) return { ...user, passwordHash };
  const now = await findUser(prisma, user.id);
  return now && (await passwordMatches(now.passwordHash, password)) ? now : null;
}
