import * as z from 'zod';

/** Passkeys that a person may have. */
export const passkeysMax = 20;

const base64UrlOf = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'This is no base64url');
/** 1,023 bytes, the longest that an authenticator may choose. */
const credentialIdSchema = base64UrlOf(1_364);
const transportsSchema = z.array(z.string().max(40)).max(10);

const credential = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** What `navigator.credentials.get()` gives, as JSON. */
export const passkeyAnswerSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64UrlOf(4_000),
      authenticatorData: base64UrlOf(4_000),
      signature: base64UrlOf(2_000),
      userHandle: base64UrlOf(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer', description: 'What `navigator.credentials.get()` gives, as JSON.' });
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;

/** What `navigator.credentials.create()` gives, as JSON. */
const newCredentialSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64UrlOf(4_000),
      attestationObject: base64UrlOf(16_000),
      transports: transportsSchema.nullish(),
    }),
  })
  .meta({ id: 'NewCredential', description: 'What `navigator.credentials.create()` gives, as JSON.' });
export type NewCredential = z.output<typeof newCredentialSchema>;

export const createPasskeySchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name')
      .max(60, 'The name must have at most 60 characters')
      .default('Passkey')
      .meta({ description: 'How you recognize it in the list.' }),
    passkey: newCredentialSchema,
  })
  .meta({ id: 'CreatePasskey' });
export type CreatePasskey = z.input<typeof createPasskeySchema>;

export const passkeySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    isUsable: z.boolean().meta({
      description: 'False for a passkey of another host name: browsers offer it only there.',
    }),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeySchema>;

export const newPasskeySchema = passkeySchema
  .extend({
    recoveryCodes: z.array(z.string()).nullable().meta({
      description: 'Codes for the day on which it is lost, if it is the first second factor; no other answer has them.',
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) }).meta({ id: 'PasskeyList' });
export type PasskeyList = z.infer<typeof passkeyListSchema>;

const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** The options of `navigator.credentials.create()`, as JSON. */
export const passkeyCreationSchema = z
  .looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    excludeCredentials: z.array(descriptorSchema),
    timeout: z.number().int(),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** The options of `navigator.credentials.get()`, as JSON. */
export const passkeyRequestSchema = z
  .looseObject({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: z.array(descriptorSchema),
    userVerification: z.enum(['required', 'preferred']),
    timeout: z.number().int(),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Without a token, the options are for a sign-in by a passkey alone, or for a confirmation. */
export const passkeyOptionsSchema = z
  .object({
    token: z.string().min(1).max(200).optional().meta({
      description: 'The token of the answer to the password, if the passkey is the second step.',
    }),
  })
  .default({})
  .meta({ id: 'PasskeyOptions' });
export type PasskeyOptions = z.input<typeof passkeyOptionsSchema>;
