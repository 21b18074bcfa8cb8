import type { PrismaClient } from '@inlet/db/client';
import { Strategy } from 'passport-local';
import { passwordMatches, pretendToCompare } from '#identity/credentials/passwords.ts';
import { renewHash } from '#identity/credentials/renew-hash.ts';
import { findUserByEmail } from '#identity/credentials/users.store.ts';

/** Signs in by address and password. A wrong address and a wrong password look the same and take the same time. */
export function passwordStrategy(prisma: PrismaClient): Strategy {
  return new Strategy({ usernameField: 'email', session: false }, (email, password, done) => {
    findUser(prisma, email, password).then((user) => done(null, user ?? false), done);
  });
}

async function findUser(prisma: PrismaClient, email: string, password: string) {
  const user = await findUserByEmail(prisma, email);
  if (!user) {
    await pretendToCompare(password);
    return null;
  }
  return (await passwordMatches(user.passwordHash, password)) ? renewHash(prisma, user, password) : null;
}
