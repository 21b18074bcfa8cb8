import type { Person, PrismaClient } from '@inlet/db/client';
import { findPerson, replacePassword } from '#access/people.store.ts';
import { hashPassword, isOutdated, passwordMatches } from '#identity/credentials/passwords.ts';

/**
 * Rehashes a correct password whose hash has a lower cost than today's. A concurrent sign-in may do the same, or a
 * reset may change the password: then the password is compared with the current hash.
 */
export async function renewHash(prisma: PrismaClient, person: Person, password: string): Promise<Person | null> {
  if (person.passwordHash === null || !isOutdated(person.passwordHash)) return person;
  const passwordHash = await hashPassword(password);
  if (await replacePassword(prisma, person, passwordHash)) return { ...person, passwordHash };
  const now = await findPerson(prisma, person.id);
  return now?.passwordHash && (await passwordMatches(now.passwordHash, password)) ? now : null;
}
