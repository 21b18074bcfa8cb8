import { networkOf } from '@inlet/http/client-address';
import type { AttemptCounter } from '#access/limits/attempts.ts';
import { signInsOfAccount, signInsOfAccountInNetwork, signInsOfNetwork } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import { findPersonByEmail } from '#access/people.store.ts';
import { findLivingSessions } from '#identity/sessions/sessions.store.ts';
import type { Resources } from '#resources.ts';

/**
 * The counters of a sign-in. The account's own limit does not apply to networks where it is already signed in:
 * otherwise an attacker who guesses from everywhere would lock its owner out. Unknown accounts are counted like any
 * other.
 */
export async function signInCounters(
  { database }: Pick<Resources, 'database'>,
  email: string,
  address: string,
): Promise<AttemptCounter[]> {
  const [person, sessions] = await Promise.all([
    findPersonByEmail(database.prisma, email),
    findLivingSessions(database.prisma, { email }),
  ]);
  const network = networkOf(address);
  // With the hash in its name a counter ends with the password: after a reset the person may sign in at once.
  const account = subjectOf(email, person?.passwordHash ?? '');
  const isAtHome = sessions.some((session) => session.address !== null && networkOf(session.address) === network);
  return [
    { limit: signInsOfNetwork, subject: network },
    { limit: signInsOfAccountInNetwork, subject: `${account}:${network}` },
    ...(isAtHome ? [] : [{ limit: signInsOfAccount, subject: account }]),
  ];
}
