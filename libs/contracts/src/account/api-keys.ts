import * as z from 'zod';
import { ownPasswordSchema } from '#account/sessions.ts';
import { canBeStored } from '#text.ts';

/** The prefix of every key, by which people, log filters and repository scanners recognise it. */
export const apiKeyPrefix = 'inlet_';
/** The number of keys that an account may have at a time. */
export const apiKeysMax = 20;
const nameMaxLength = 100;

/** The rights of a key: reading, or also changing data. */
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

const scopeOf = (error?: string) =>
  z.enum(apiKeyScopes, { error }).meta({ description: '`read` may only read; `write` may change things as well.' });

export const createApiKeySchema = z
  .object({
    name: z
      .string({ error: 'Name is required' })
      .trim()
      .min(1, 'Name is required')
      .max(nameMaxLength, `Name must have at most ${nameMaxLength} characters`)
      .refine(canBeStored, 'Name has a character that cannot be stored'),
    scope: scopeOf('Scope must be read or write'),
    /** A stolen session must not be turned into a key. */
    password: ownPasswordSchema.meta({ description: 'The password of the account.' }),
    expiresAt: z.iso
      .datetime({ offset: true, abort: true, error: 'Expiry must be a time such as 2030-01-31T12:00:00Z' })
      .refine((time) => Date.parse(time) > Date.now(), 'Expiry must lie in the future')
      .nullable()
      .default(null)
      .meta({ description: 'From this time on the key is refused. Without it, the key lasts until it is revoked.' }),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.input<typeof createApiKeySchema>;

export const apiKeySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: scopeOf(),
    hint: z.string().meta({ description: 'The first characters of the key.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'Null if the key does not expire.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ apiKeys: z.array(apiKeySchema) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The whole key. It is shown only once.' }) })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof newApiKeySchema>;
