import {
  confirmTotpSchema,
  newTotpSchema,
  passkeySignInSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  totpStateSchema,
} from '#account/factors.ts';
import {
  createPasskeySchema,
  newPasskeySchema,
  passkeyCreationSchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeyRequestSchema,
} from '#account/passkeys.ts';
import { sessionSchema } from '#account/sessions.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';

const session = { description: 'The session', schema: sessionSchema };

export const factorRoutes = {
  finishSignIn: {
    group: 'Signing in',
    summary: 'Take the second step of a sign-in',
    description:
      'Send the token of the first step with a code of the authenticator app, a recovery code or the answer of a passkey. Each code works once. After five wrong ones the sign-in begins again.',
    access: 'public',
    body: secondFactorSchema,
    success: { status: 200, ...session },
    refusals: ['invalidSecondFactor', 'signInExpired', 'tooManyAttempts'],
  },
  requestPasskey: {
    group: 'Signing in',
    summary: 'Ask for a passkey',
    description:
      'The options of `navigator.credentials.get()`. Their challenge works once, for five minutes: for a sign-in by a passkey alone, for the second step of a sign-in, or for a confirmation.',
    access: 'public',
    limit: { name: 'passkey-options:network', per: 'network', max: 120, windowSeconds: 15 * 60 },
    body: passkeyOptionsSchema,
    success: { status: 200, description: 'The options', schema: passkeyRequestSchema },
    refusals: ['signInExpired'],
  },
  signInByPasskey: {
    group: 'Signing in',
    summary: 'Sign in by a passkey alone',
    description: 'The authenticator must have verified the person, by a fingerprint or a PIN for example.',
    access: 'public',
    body: passkeySignInSchema,
    success: { status: 200, ...session },
    refusals: ['invalidPasskey', 'tooManyAttempts'],
  },
  readTotp: {
    group: 'Account',
    summary: 'Read whether an authenticator app is set up',
    access: 'person',
    action: 'self',
    success: { status: 200, description: 'The state', schema: totpStateSchema },
  },
  startTotp: {
    group: 'Account',
    summary: 'Set up an authenticator app',
    description: 'Returns a new secret, which counts once a code of the app has confirmed it.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 200, description: 'The secret', schema: newTotpSchema },
    refusals: ['secondFactorOn'],
  },
  confirmTotp: {
    group: 'Account',
    summary: 'Confirm an authenticator app with a code',
    description:
      'From now on a sign-in with the password needs a second step. Earlier recovery codes work no more; the answer has ten new ones.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    body: confirmTotpSchema,
    success: { status: 200, description: 'The recovery codes', schema: recoveryCodesSchema },
    refusals: ['wrongCode', 'tooManyAttempts'],
  },
  endTotp: {
    group: 'Account',
    summary: 'Remove the authenticator app',
    description: 'Recovery codes go with the last second factor.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 204, description: 'The app is removed' },
  },
  renewRecoveryCodes: {
    group: 'Account',
    summary: 'Make new recovery codes',
    description: 'Earlier recovery codes work no more.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 201, description: 'The recovery codes', schema: recoveryCodesSchema },
    refusals: ['secondFactorOff'],
  },
  preparePasskey: {
    group: 'Account',
    summary: 'Begin to add a passkey',
    description: 'The options of `navigator.credentials.create()`. Their challenge works once, for five minutes.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 200, description: 'The options', schema: passkeyCreationSchema },
    refusals: ['passkeyLimitReached'],
  },
  createPasskey: {
    group: 'Account',
    summary: 'Add a passkey',
    description:
      'From now on a sign-in with the password needs a second step, and the passkey alone signs in where it verifies the person.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    body: createPasskeySchema,
    success: { status: 201, description: 'The passkey', schema: newPasskeySchema },
    refusals: ['wrongPasskey', 'passkeyLimitReached', 'passkeyTaken'],
  },
  listPasskeys: {
    group: 'Account',
    summary: 'List your passkeys',
    access: 'person',
    action: 'self',
    success: { status: 200, description: 'The passkeys', schema: passkeyListSchema },
  },
  deletePasskey: {
    group: 'Account',
    summary: 'Delete a passkey',
    description: 'It is refused at once. Recovery codes go with the last second factor.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 204, description: 'The passkey is deleted' },
    refusals: ['passkeyNotFound', 'lastWayIn'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
