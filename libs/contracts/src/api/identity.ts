import type { RouteId } from '#api/addresses.ts';
import type { Limit, Route } from '#api/route.ts';
import { apiKeyListSchema, createApiKeySchema, newApiKeySchema } from '#api-keys.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  deviceListSchema,
  forgotPasswordSchema,
  refreshSchema,
  resetPasswordSchema,
  sessionSchema,
  signInSchema,
  signUpSchema,
  verifyEmailSchema,
} from '#sessions.ts';

/** Sign-ups and resets each hash a password, 50 ms of a core: a network may take 4 s of them an hour. */
const ofNetwork = (name: string): Limit => ({ name, per: 'network', max: 20, windowSeconds: 15 * 60 });
const newPassword =
  'A new password has 8 or more characters, is not a common one, and is neither the address nor the name of the product.';
const session = { description: 'The session', schema: sessionSchema };

export const identityRoutes = {
  signUp: {
    group: 'Signing in',
    summary: 'Create an account',
    description: newPassword,
    access: 'public',
    limit: ofNetwork('sign-up:network'),
    body: signUpSchema,
    success: { status: 201, ...session },
    refusals: ['inviteRequired', 'emailTaken'],
  },
  signIn: {
    group: 'Signing in',
    summary: 'Sign in',
    description:
      'Browsers keep the refresh token in a cookie. A program sends `"transport": "token"` and reads it from the body.',
    access: 'public',
    body: signInSchema,
    success: { status: 200, ...session },
    refusals: ['invalidCredentials', 'tooManyAttempts'],
  },
  refresh: {
    group: 'Signing in',
    summary: 'Renew a session',
    description:
      'Exchanges the refresh token, from the cookie or the body, for the next one. An old token ends the session.',
    access: 'public',
    body: refreshSchema,
    success: { status: 200, ...session },
    refusals: ['sessionEnded'],
  },
  signOut: {
    group: 'Signing in',
    summary: 'Sign out',
    access: 'public',
    body: refreshSchema,
    success: { status: 204, description: 'The session is over' },
  },
  forgotPassword: {
    group: 'Signing in',
    summary: 'Request a link to set a new password',
    description: 'The answer is the same whether or not the account exists. The link works once, for an hour.',
    access: 'public',
    limit: ofNetwork('forgot:network'),
    sendsMail: true,
    body: forgotPasswordSchema,
    success: { status: 202, description: 'If the account exists, a mail is on its way' },
  },
  resetPassword: {
    group: 'Signing in',
    summary: 'Set a new password by a link',
    description: `${newPassword} Ends every session and revokes every API key of the account.`,
    access: 'public',
    limit: ofNetwork('reset:network'),
    body: resetPasswordSchema,
    success: { status: 204, description: 'The password is set' },
    refusals: ['invalidToken'],
  },
  confirmEmail: {
    group: 'Signing in',
    summary: 'Confirm a new email address by a link',
    access: 'public',
    limit: ofNetwork('confirm:network'),
    body: confirmEmailSchema,
    success: { status: 204, description: 'The account has the new address' },
    refusals: ['invalidToken', 'emailTaken'],
  },
  verifyEmail: {
    group: 'Signing in',
    summary: 'Verify the email address of an account by a link',
    access: 'public',
    limit: ofNetwork('verify:network'),
    body: verifyEmailSchema,
    success: { status: 204, description: 'The address is verified' },
    refusals: ['invalidToken'],
  },
  resendVerification: {
    group: 'Signing in',
    summary: 'Request another link to verify your email address',
    description: 'A newer link replaces the older ones. None is sent if the address is verified already.',
    access: 'session',
    limit: { name: 'verification:account', per: 'account', max: 5, windowSeconds: 60 * 60 },
    sendsMail: true,
    success: { status: 202, description: 'A mail is on its way' },
  },
  changePassword: {
    group: 'Signing in',
    summary: 'Change the password',
    description: `${newPassword} Ends all other sessions.`,
    access: 'session',
    body: changePasswordSchema,
    success: { status: 204, description: 'The password is changed' },
    refusals: ['wrongPassword', 'tooManyAttempts'],
  },
  changeEmail: {
    group: 'Signing in',
    summary: 'Change the email address',
    description: 'The change takes effect when the link that is mailed to the new address is opened, within 24 hours.',
    access: 'session',
    sendsMail: true,
    body: changeEmailSchema,
    success: { status: 202, description: 'A mail is on its way to the new address' },
    refusals: ['wrongPassword', 'tooManyAttempts'],
  },
  listSessions: {
    group: 'Account',
    summary: 'List your sessions',
    access: 'session',
    success: { status: 200, description: 'The sessions', schema: deviceListSchema },
  },
  endSessions: {
    group: 'Account',
    summary: 'Sign out everywhere',
    description: 'Ends every session, including the one that makes this request.',
    access: 'session',
    success: { status: 204, description: 'All sessions are over' },
  },
  endSession: {
    group: 'Account',
    summary: 'End one session',
    access: 'session',
    success: { status: 204, description: 'The session is over' },
    refusals: ['sessionNotFound'],
  },
  listApiKeys: {
    group: 'API keys',
    summary: 'List your API keys',
    access: 'session',
    success: { status: 200, description: 'The keys, without their secrets', schema: apiKeyListSchema },
  },
  createApiKey: {
    group: 'API keys',
    summary: 'Create an API key',
    description:
      'Only this answer contains the whole key. The call needs the password of the account, and the owner is told of the new key by mail. The key is refused from the time in `expiresAt`.',
    access: 'session',
    body: createApiKeySchema,
    success: { status: 201, description: 'The key', schema: newApiKeySchema },
    refusals: ['wrongPassword', 'apiKeyLimitReached', 'tooManyAttempts'],
  },
  revokeApiKey: {
    group: 'API keys',
    summary: 'Revoke an API key',
    description: 'The key is refused at once.',
    access: 'session',
    success: { status: 204, description: 'The key is revoked' },
    refusals: ['apiKeyNotFound'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
