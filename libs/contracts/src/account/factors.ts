import * as z from 'zod';
import { secondFactorMethods } from '#account/factor-methods.ts';
import { passkeyAnswerSchema } from '#account/passkeys.ts';
import { linkTokenOf, ownPasswordSchema, sessionSchema, transportSchema } from '#account/sessions.ts';

/** Minutes in which the second step of a sign-in may follow the first one. */
export const secondFactorMinutes = 5;
/** Wrong codes after which a sign-in begins again with the password. */
export const secondFactorAttemptsMax = 5;
/** Recovery codes that a person gets at once. */
export const recoveryCodesMax = 10;

/** Loose: spaces belong to the way in which apps show a code. */
const codeSchema = z.string().min(1, 'Enter the code').max(40, 'This is no code');
const totpCodeSchema = codeSchema.meta({ description: 'Six digits of the authenticator app.' });
const recoveryCodeSchema = codeSchema.meta({ description: 'A recovery code, which works once.' });

/** The answer to a right password where a second factor is set. */
export const secondFactorNeededSchema = z
  .object({
    secondFactor: z.object({
      token: z.string().meta({
        description: `Proves the password for ${secondFactorMinutes} minutes and ${secondFactorAttemptsMax} attempts.`,
      }),
      methods: z.array(z.enum(secondFactorMethods)).meta({ description: 'The second steps that the person can take.' }),
    }),
  })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.infer<typeof secondFactorNeededSchema>;

export const signInAnswerSchema = z.union([sessionSchema, secondFactorNeededSchema]).meta({ id: 'SignInAnswer' });

/** What proves a second factor: exactly one of them. */
export type FactorProof = {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: z.output<typeof passkeyAnswerSchema> | undefined;
};

const hasOne = (...values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1;

export const secondFactorSchema = z
  .object({
    token: linkTokenOf('The token of the answer to the password, or of the address after a provider.'),
    code: totpCodeSchema.optional(),
    recoveryCode: recoveryCodeSchema.optional(),
    passkey: passkeyAnswerSchema.optional(),
    transport: transportSchema,
  })
  .refine(({ code, recoveryCode, passkey }) => hasOne(code, recoveryCode, passkey), {
    path: ['code'],
    error: 'Send a code, a recovery code or the answer of a passkey',
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.input<typeof secondFactorSchema>;

export const passkeySignInSchema = z
  .object({ passkey: passkeyAnswerSchema, transport: transportSchema })
  .meta({ id: 'PasskeySignIn' });
export type PasskeySignIn = z.input<typeof passkeySignInSchema>;

export const confirmationSchema = z
  .object({
    password: ownPasswordSchema.optional(),
    code: totpCodeSchema.optional(),
    passkey: passkeyAnswerSchema.optional(),
  })
  .refine(({ password, code, passkey }) => hasOne(password, code, passkey), {
    path: ['password'],
    error: 'Send the password, a code or the answer of a passkey',
  })
  .meta({ id: 'Confirmation' });
export type Confirmation = z.input<typeof confirmationSchema>;

export const confirmTotpSchema = z.object({ code: totpCodeSchema }).meta({ id: 'ConfirmTotp' });
export type ConfirmTotp = z.input<typeof confirmTotpSchema>;

export const newTotpSchema = z
  .object({
    secret: z.string().meta({ description: 'The secret in base 32, for apps that do not read the picture.' }),
    uri: z.string().meta({ description: 'The same as an address with the scheme `otpauth`.' }),
    qr: z.string().meta({ description: 'The address as a QR code: an SVG image as a `data:` URL.' }),
  })
  .meta({ id: 'NewTotp' });
export type NewTotp = z.infer<typeof newTotpSchema>;

export const recoveryCodesSchema = z
  .object({
    recoveryCodes: z.array(z.string()).meta({ description: 'Each works once. No other answer contains them.' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

export const totpStateSchema = z
  .object({
    isOn: z.boolean().meta({ description: 'True if an authenticator app is set up.' }),
    onSince: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'TotpState' });
export type TotpState = z.infer<typeof totpStateSchema>;
