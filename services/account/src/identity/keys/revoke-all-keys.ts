import type { ApiKey, Prisma } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { PersonalActor } from '#access/audit/record-personal.ts';
import { deleteKeys } from '#identity/keys/api-keys.store.ts';
import { nameScopes, scopesOf } from '#identity/keys/present-api-key.ts';

/** Revokes every API key of an account and records each; programs are refused from the end of the transaction on. */
export async function revokeAllKeys(
  tx: Prisma.TransactionClient,
  { personId, ...by }: PersonalActor,
  reason: 'password_reset',
): Promise<void> {
  const made = { OR: [{ personId }, { personId: null, userId: personId }] };
  for (const key of await deleteKeys(tx, made)) await note(tx, { ...by, personId, userId: key.userId }, key, reason);
}

/** Revokes the API keys that a person made in a workspace. */
export async function revokeKeysOf(tx: Prisma.TransactionClient, actor: Actor, personId: string): Promise<void> {
  const keys = await deleteKeys(tx, { personId, userId: actor.userId });
  for (const key of keys) await note(tx, actor, key, 'member_left');
}

function note(tx: Prisma.TransactionClient, actor: Actor, key: ApiKey, reason: string): Promise<void> {
  return recordAudit(tx, actor, 'api_key.revoked', { name: key.name, scope: nameScopes(scopesOf(key)), reason });
}
