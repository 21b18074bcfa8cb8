import type { PrismaClient, User } from '@inlet/db/client';
import { hashPassword, isOutdated, passwordMatches } from '#identity/credentials/passwords.ts';

/**
 * Hashes a right password anew where it was hashed at a lower cost than today's. Another sign-in may do the same, or a
 * reset may change the password meanwhile: then the password is compared with what stands there now.
 */
export async function renewHash(prisma: PrismaClient, user: User, password: string): Promise<User | null> {
  if (!isOutdated(user.passwordHash)) return user;
  const passwordHash = await hashPassword(password);
  const { count } = await prisma.user.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
  if (count === 1) return { ...user, passwordHash };
  const now = await prisma.user.findUnique({ where: { id: user.id } });
  return now && (await passwordMatches(now.passwordHash, password)) ? now : null;
}
