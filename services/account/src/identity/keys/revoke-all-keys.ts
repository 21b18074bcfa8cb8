import type { Prisma } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { deleteKeys } from '#identity/keys/api-keys.store.ts';

/** Revokes every API key of an account and records each; programs are refused from the end of the transaction on. */
export async function revokeAllKeys(
  tx: Prisma.TransactionClient,
  actor: Actor,
  reason: 'password_reset',
): Promise<void> {
  for (const { name, scope } of await deleteKeys(tx, actor.userId)) {
    await recordAudit(tx, actor, 'api_key.revoked', { name, scope, reason });
  }
}
