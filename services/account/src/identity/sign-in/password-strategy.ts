import type { PrismaClient } from '@inlet/db/client';
import { Strategy } from 'passport-local';
import { findPersonByEmail } from '#access/people.store.ts';
import { passwordMatches, pretendToCompare } from '#identity/credentials/passwords.ts';
import { renewHash } from '#identity/credentials/renew-hash.ts';

/** Signs in by address and password. A wrong address and a wrong password look the same and take the same time. */
export function passwordStrategy(prisma: PrismaClient): Strategy {
  return new Strategy({ usernameField: 'email', session: false }, (email, password, done) => {
    findPerson(prisma, email, password).then((person) => done(null, person ?? false), done);
  });
}

async function findPerson(prisma: PrismaClient, email: string, password: string) {
  const person = await findPersonByEmail(prisma, email);
  if (!person?.passwordHash) {
    await pretendToCompare(password);
    return null;
  }
  return (await passwordMatches(person.passwordHash, password)) ? renewHash(prisma, person, password) : null;
}
