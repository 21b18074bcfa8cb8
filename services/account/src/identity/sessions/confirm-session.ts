import type { Person } from '@inlet/db/client';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { markConfirmed } from '#identity/sessions/sessions.store.ts';

/** How long a session may do irreversible actions after a sign-in or a confirmation with the password. */
export const confirmedMs = 10 * 60_000;

/** Records that the person of a session has just entered the password. */
export async function confirmSession(
  deps: Pick<IdentityDeps, 'attempts' | 'database'>,
  person: Person,
  sessionId: string,
  password: string,
): Promise<void> {
  await confirmPassword(deps, person, password);
  await markConfirmed(deps.database.prisma, sessionId);
}
