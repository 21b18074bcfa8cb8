import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';

/** Exchanges a refresh token for its successor; null for an invalid or outdated token. */
export function refreshSession(
  { sessions }: Pick<IdentityDeps, 'sessions'>,
  client: Client,
  token: string,
): Promise<OpenSession | null> {
  // Two have the same token, and one of them is not the owner: that is why the owner has to sign in again.
  return sessions.refresh(token, client, (tx, { id, personId }) =>
    recordPersonal(tx, { personId, name: 'system', ...client }, 'account.session_ended', {
      session: id,
      reason: 'token_reused',
    }),
  );
}

export function signOut({ sessions }: Pick<IdentityDeps, 'sessions'>, client: Client, token: string): Promise<void> {
  return sessions.end(token, (tx, { personId }) =>
    recordPersonal(tx, { personId, name: 'session', ...client }, 'account.signed_out'),
  );
}
