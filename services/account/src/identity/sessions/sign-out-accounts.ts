import { endSessions } from '#identity/sessions/my-sessions.ts';
import { findSignedIn } from '#identity/sessions/sessions.store.ts';
import type { Resources } from '#resources.ts';

/**
 * Ends all sessions of the account with an address, or of every account; each is recorded in the account's activity.
 */
export async function signOutAccounts(
  deps: Pick<Resources, 'database'>,
  email: string | null,
): Promise<{ readonly accounts: number; readonly sessions: number }> {
  const people = await findSignedIn(deps.database.prisma, email);
  let sessions = 0;
  for (const personId of people) {
    sessions += await endSessions(deps, { personId, name: 'system', address: null, userAgent: null });
  }
  return { accounts: people.length, sessions };
}
