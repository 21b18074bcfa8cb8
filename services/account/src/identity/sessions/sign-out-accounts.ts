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
  const users = await findSignedIn(deps.database.prisma, email);
  let sessions = 0;
  for (const userId of users) {
    sessions += await endSessions(deps, { userId, name: 'system', address: null, userAgent: null });
  }
  return { accounts: users.length, sessions };
}
