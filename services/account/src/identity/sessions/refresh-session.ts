import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';

/** Exchanges a refresh token for its successor; null for an invalid or outdated token. */
export function refreshSession(
  { sessions }: Pick<IdentityDeps, 'sessions'>,
  client: Client,
  token: string,
): Promise<OpenSession | null> {
  // Two clients have the same token, and one of them is not the owner: therefore the owner must sign in again.
  return sessions.refresh(token, client, (tx, { id, userId }) =>
    recordAudit(tx, { userId, name: 'system', ...client }, 'account.session_ended', {
      session: id,
      reason: 'token_reused',
    }),
  );
}

export function signOut({ sessions }: Pick<IdentityDeps, 'sessions'>, client: Client, token: string): Promise<void> {
  return sessions.end(token, (tx, { userId }) =>
    recordAudit(tx, { userId, name: 'session', ...client }, 'account.signed_out'),
  );
}
