import type { SecondFactorNeeded } from '@inlet/contracts/factors';
import type { Person } from '@inlet/db/client';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { findPersonByEmail } from '#access/people.store.ts';
import { invalidCredentials } from '#errors.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import { requireSecondFactor } from '#identity/sign-in/second-factor.ts';
import { signInCounters } from '#identity/sign-in/sign-in-counters.ts';

/** Opens a session for an authenticated user, within the limits of guesses. */
export async function signIn(
  deps: IdentityDeps & FactorDeps,
  client: Client,
  email: string,
  authenticate: () => Promise<Person | null>,
): Promise<OpenSession | SecondFactorNeeded> {
  const person = await deps.attempts.guess(await signInCounters(deps, email, client.address), authenticate);
  if (!person) {
    noteFailure(deps, client, email);
    throw invalidCredentials();
  }
  const needed = await requireSecondFactor(deps, person);
  if (needed) return needed;
  const session = await deps.sessions.open(person, client);
  await recordPersonal(deps.database.prisma, { personId: person.id, name: 'session', ...client }, 'account.signed_in');
  return session;
}

/** Runs after the response: otherwise its duration would reveal that the address has an account. */
function noteFailure({ background, database }: IdentityDeps, client: Client, email: string): void {
  background.run('note a failed sign-in', async () => {
    const person = await findPersonByEmail(database.prisma, email);
    if (!person) return;
    const actor = { personId: person.id, name: 'system', ...client };
    await recordPersonal(database.prisma, actor, 'account.sign_in_failed');
  });
}
