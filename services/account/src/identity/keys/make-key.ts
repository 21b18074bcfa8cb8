import { apiKeysMax, type createApiKeySchema, type NewApiKey } from '@inlet/contracts/api-keys';
import { allScopes, sumOf } from '@inlet/contracts/scopes';
import type { Person } from '@inlet/db/client';
import { apiKeyCreatedMail } from '@inlet/mail/mails/api-key-created-mail';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { isPasswordCurrent } from '#access/people.store.ts';
import { apiKeyLimitReached, wrongPassword } from '#errors.ts';
import { createApiKey } from '#identity/keys/api-key.ts';
import { countKeys, insertKey } from '#identity/keys/api-keys.store.ts';
import { nameScopes, presentApiKey } from '#identity/keys/present-api-key.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export type KeyToMake = Omit<z.output<typeof createApiKeySchema>, 'password'>;

/** Makes a key for a person who has confirmed it, and tells the person by mail. */
export async function makeKey(
  deps: Pick<IdentityDeps, 'database' | 'config' | 'background' | 'producer'>,
  actor: Actor,
  person: Person,
  { name, scope, scopes: asked, expiresAt }: KeyToMake,
): Promise<NewApiKey> {
  const { userId } = actor;
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
