import { type ApiKey, apiKeysMax, type createApiKeySchema, type NewApiKey } from '@inlet/contracts/api-keys';
import { allScopes, sumOf } from '@inlet/contracts/scopes';
import type { Person } from '@inlet/db/client';
import { apiKeyCreatedMail } from '@inlet/mail/mails/api-key-created-mail';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Caller } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import { lockAccount } from '#access/lock-account.ts';
import { isPasswordCurrent } from '#access/people.store.ts';
import { apiKeyLimitReached, apiKeyNotFound, wrongPassword } from '#errors.ts';
import { createApiKey } from '#identity/keys/api-key.ts';
import { countKeys, deleteKey, findKeys, insertKey } from '#identity/keys/api-keys.store.ts';
import { nameScopes, presentApiKey, scopesOf } from '#identity/keys/present-api-key.ts';
import { confirmCaller } from '#identity/sessions/confirm-session.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export async function listKeys({ database }: Pick<IdentityDeps, 'database'>, userId: string): Promise<ApiKey[]> {
  return (await findKeys(database.prisma, userId)).map(presentApiKey);
}

/** Requires the password, and notifies the owner, because a key outlives the session that created it. */
export async function createKey(
  deps: IdentityDeps,
  actor: Actor,
  { person, caller }: { readonly person: Person; readonly caller: Caller },
  { name, scope, scopes: asked, password, expiresAt }: z.output<typeof createApiKeySchema>,
): Promise<NewApiKey> {
  const { userId } = actor;
  await confirmCaller(deps, { person, caller }, password);
  const scopes = allScopes(asked ?? (scope ? [scope] : []));
  const sum = sumOf(scopes);
  const { key, hint, tokenHash } = createApiKey(sum === null);
  const created = await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    // A reset in the same moment revokes all keys, and none may come behind it with the old password.
    if (!(await isPasswordCurrent(tx, person))) throw wrongPassword();
    if ((await countKeys(tx, userId)) >= apiKeysMax) throw apiKeyLimitReached(apiKeysMax);
    await recordAudit(tx, actor, 'api_key.created', { name, scope: nameScopes(scopes), expiresAt });
    await keepMail(tx, apiKeyCreatedMail(person.email, deps.config.PUBLIC_URL, { name, scopes, expiresAt }));
    const expiry = expiresAt && new Date(expiresAt);
    return insertKey(tx, {
      id: uuidv7(),
      userId,
      personId: person.id,
      name,
      scope: sum ?? 'read',
      scopes,
      tokenHash,
      hint,
      expiresAt: expiry,
    });
  });
  deps.background.run('mail that an API key was created', () => handOverMails(deps));
  return { ...presentApiKey(created), key };
}

export async function revokeKey({ database }: Pick<IdentityDeps, 'database'>, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw apiKeyNotFound();
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const key = await deleteKey(tx, actor.userId, id);
    if (!key) throw apiKeyNotFound();
    await recordAudit(tx, actor, 'api_key.revoked', { name: key.name, scope: nameScopes(scopesOf(key)) });
  });
}
