import * as z from 'zod';
import { passwordSchema } from '#sessions.ts';
import { canBeStored } from '#text.ts';

/** How every key begins, so that a person, a log filter or a scanner of repositories recognises one. */
export const apiKeyPrefix = 'inlet_';
/** Keys that an account may have at once. */
export const apiKeysMax = 20;
const nameMaxLength = 100;

/** What a key may do: look, or change things as well. */
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const createApiKeySchema = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(nameMaxLength, `Name must have at most ${nameMaxLength} characters`)
    .refine(canBeStored, 'Name has a character that cannot be stored'),
  scope: z.enum(apiKeyScopes, { error: 'Scope must be read or write' }),
  /** The account's: a session that somebody found must not become a key. */
  password: passwordSchema,
  /** From then on the key is refused; without one it lasts until it is revoked. */
  expiresAt: z.iso
    .datetime({ offset: true, abort: true, error: 'Expiry must be a time such as 2030-01-31T12:00:00Z' })
    .refine((time) => Date.parse(time) > Date.now(), 'Expiry must lie in the future')
    .nullable()
    .default(null),
});
export type CreateApiKey = z.input<typeof createApiKeySchema>;

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(apiKeyScopes),
  /** Its first characters; the rest is shown once, when it is made. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null where it does not expire. */
  expiresAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ apiKeys: z.array(apiKeySchema) });
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

/** The answer to making one: the only time that the whole key is told. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof newApiKeySchema>;
