import type { Person } from '@inlet/db/client';
import type { Caller } from '#access/caller.ts';
import { confirmationRequired } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { markConfirmed } from '#identity/sessions/sessions.store.ts';

/** How long a session may do irreversible actions after a sign-in or a confirmation with the password. */
export const confirmedMs = 10 * 60_000;

/** Notes that the person of a session has just given the password. */
async function confirmSession(
  deps: Pick<IdentityDeps, 'attempts' | 'database'>,
  person: Person,
  sessionId: string,
  password: string,
): Promise<void> {
  await confirmPassword(deps, person, password);
  await markConfirmed(deps.database.prisma, sessionId);
}

/** Whether the person of a session has shown lately that it is the person. */
export function isConfirmed(caller: Caller): boolean {
  return caller.kind === 'session' && Date.now() - caller.confirmedAt.getTime() < confirmedMs;
}

/** Confirms a session with a password, or without one where that was done lately. */
export async function confirmCaller(
  deps: Pick<IdentityDeps, 'attempts' | 'database'>,
  { person, caller }: { readonly person: Person; readonly caller: Caller },
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    if (!isConfirmed(caller)) throw confirmationRequired();
  } else if (caller.kind === 'session') {
    await confirmSession(deps, person, caller.sessionId, password);
  }
}
