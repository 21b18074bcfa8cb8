import type { ApiKey, createApiKeySchema, NewApiKey } from '@inlet/contracts/api-keys';
import type { Person, Prisma, ApiKey as StoredKey } from '@inlet/db/client';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, type Caller, type Client } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import { lockAccount } from '#access/lock-account.ts';
import { apiKeyNotFound } from '#errors.ts';
import { deleteKey, deleteKeys, findKeys } from '#identity/keys/api-keys.store.ts';
import { findCallerByKey } from '#identity/keys/find-caller.ts';
import { makeKey } from '#identity/keys/make-key.ts';
import { nameScopes, presentApiKey, scopesOf } from '#identity/keys/present-api-key.ts';
import { confirmCaller } from '#identity/sessions/confirm-session.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';

export async function listKeys({ database }: Pick<IdentityDeps, 'database'>, userId: string): Promise<ApiKey[]> {
  return (await findKeys(database.prisma, userId)).map(presentApiKey);
}

/** Requires the password, because a key outlives the session that created it. */
export async function createKey(
  deps: IdentityDeps,
  actor: Actor,
  { person, caller }: { readonly person: Person; readonly caller: Caller },
  { password, ...key }: z.output<typeof createApiKeySchema>,
): Promise<NewApiKey> {
  await confirmCaller(deps, { person, caller }, password);
  return makeKey(deps, actor, person, key);
}

export async function revokeKey({ database }: Pick<IdentityDeps, 'database'>, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw apiKeyNotFound();
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const key = await deleteKey(tx, actor.userId, id);
    if (!key) throw apiKeyNotFound();
    await recordRevoked(tx, actor, key);
  });
}

/** Revokes a key by itself. A key that is not valid needs nothing. */
export async function revokeFoundKey(
  { database }: Pick<IdentityDeps, 'database'>,
  client: Client,
  key: string,
): Promise<void> {
  const found = await findCallerByKey({ database }, key);
  if (found?.caller.kind !== 'key') return;
  const { user, caller } = found;
  const actor = actorOf(user.id, null, caller, client);
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const revoked = await deleteKeys(tx, { id: caller.keyId });
    for (const each of revoked) await recordRevoked(tx, actor, each);
  });
}

function recordRevoked(tx: Prisma.TransactionClient, actor: Actor, key: StoredKey): Promise<void> {
  return recordAudit(tx, actor, 'api_key.revoked', { name: key.name, scope: nameScopes(scopesOf(key)) });
}
