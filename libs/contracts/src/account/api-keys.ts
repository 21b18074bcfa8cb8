import * as z from 'zod';
import { apiKeyScopes } from '#account/scopes.ts';
import { ownPasswordSchema } from '#account/sessions.ts';
import { canBeStored } from '#text.ts';

/** The prefix of every key, by which people, log filters and repository scanners recognise it. */
export const apiKeyPrefix = 'inlet_';
/** The number of keys that an account may have at a time. */
export const apiKeysMax = 20;
const nameMaxLength = 100;

const sums = ['read', 'write'] as const;
const scopesSchema = z.array(z.enum(apiKeyScopes));

const scopeMessage = `Scope must be read, write or one of ${apiKeyScopes.join(', ')}`;

/** The name of a key, which people and programs choose. */
export const apiKeyNameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(nameMaxLength, `Name must have at most ${nameMaxLength} characters`)
  .refine(canBeStored, 'Name has a character that cannot be stored');

/** What a key may do, how long, and the proof that its maker is the person of the session. */
export const keyGrant = {
  scope: z
    .enum([...sums, ...apiKeyScopes], { error: scopeMessage })
    .optional()
    .meta({
      description: '`read` may read forms and submissions; `write` may do everything; or a scope of `scopes`.',
    }),
  scopes: scopesSchema
    .min(1, 'Choose what the key may do')
    .max(apiKeyScopes.length)
    .optional()
    .meta({ description: 'What the key may do, instead of `scope`. Who may write may read as well.' }),
  /** A session that somebody found must not become a key. */
  password: ownPasswordSchema
    .optional()
    .meta({ description: 'The password, unless the session was confirmed within the last ten minutes.' }),
  expiresAt: z.iso
    .datetime({ offset: true, abort: true, error: 'Expiry must be a time such as 2030-01-31T12:00:00Z' })
    .refine((time) => Date.parse(time) > Date.now(), 'Expiry must lie in the future')
    .nullable()
    .default(null)
    .meta({ description: 'From this time on the key is refused. Without it, the key lasts until it is revoked.' }),
};

/** A grant names a scope or a list of them. */
export function namesScopes({ scope, scopes }: { scope?: unknown; scopes?: unknown }): boolean {
  return (scope === undefined) !== (scopes === undefined);
}
export const scopesFault = { path: ['scope'], error: scopeMessage };

export const createApiKeySchema = z
  .object({ name: apiKeyNameSchema, ...keyGrant })
  .refine(namesScopes, scopesFault)
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.input<typeof createApiKeySchema>;

export const apiKeySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: z
      .enum(sums)
      .nullable()
      .meta({ description: '`read` or `write` where the scopes are one of these sums; null otherwise.' }),
    scopes: scopesSchema.meta({ description: 'What the key may do.' }),
    hint: z.string().meta({ description: 'The first characters of the key.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'Null if the key does not expire.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ apiKeys: z.array(apiKeySchema) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

/** The longest text that is compared with keys, in characters. */
const keyMaxLength = 200;

export const revokeFoundKeySchema = z
  .object({ key: z.string({ error: 'Key is required' }).max(keyMaxLength).meta({ description: 'The whole key.' }) })
  .meta({ id: 'RevokeFoundKey' });

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The whole key. It is shown only once.' }) })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof newApiKeySchema>;
