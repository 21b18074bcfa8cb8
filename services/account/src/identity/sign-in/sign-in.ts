import type { User } from '@inlet/db/client';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import { invalidCredentials } from '#errors.ts';
import { findUserByEmail } from '#identity/credentials/users.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import { signInCounters } from '#identity/sign-in/sign-in-counters.ts';

/** Opens a session for an authenticated user, within the limits of guesses. */
export async function signIn(
  deps: IdentityDeps,
  client: Client,
  email: string,
  authenticate: () => Promise<User | null>,
): Promise<OpenSession> {
  const user = await deps.attempts.guess(await signInCounters(deps, email, client.address), authenticate);
  if (!user) {
    noteFailure(deps, client, email);
    throw invalidCredentials();
  }
  const session = await deps.sessions.open(user, client);
  await recordAudit(deps.database.prisma, { userId: user.id, name: 'session', ...client }, 'account.signed_in');
  return session;
}

/** Runs after the response: otherwise its duration would reveal that the address has an account. */
function noteFailure({ background, database }: IdentityDeps, client: Client, email: string): void {
  background.run('note a failed sign-in', async () => {
    const user = await findUserByEmail(database.prisma, email);
    if (!user) return;
    const actor = { userId: user.id, name: 'system', ...client };
    await recordAudit(database.prisma, actor, 'account.sign_in_failed');
  });
}
