import {
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  forgotPasswordSchema,
  refreshSchema,
  resetPasswordSchema,
  sessionSchema,
  signInSchema,
  signUpSchema,
} from '@inlet/contracts/sessions';
import { unavailable } from '@inlet/service/http-error';
import {
  emailTaken,
  invalidCredentials,
  invalidToken,
  inviteRequired,
  sessionEnded,
  tooManyAttempts,
  wrongPassword,
} from '#errors.ts';
import type { Operation } from '#openapi/operation.ts';

const group = 'Signing in';
const tooMany = tooManyAttempts(60);
const newPassword =
  'A new password has 8 or more characters, is not one of the commonest, and is neither the address nor the name of the product.';
const session = { says: 'A session', schema: sessionSchema };

/** How a person comes in, stays and leaves, and changes how to come in. */
export const signingInOperations: readonly Operation[] = [
  {
    id: 'signUp',
    route: 'POST /api/auth/sign-up',
    group,
    summary: 'Make an account',
    access: 'everybody',
    details: newPassword,
    body: signUpSchema,
    success: { status: 201, ...session },
    refusals: [inviteRequired(), emailTaken(), tooMany],
  },
  {
    id: 'signIn',
    route: 'POST /api/auth/sign-in',
    group,
    summary: 'Sign in',
    access: 'everybody',
    details:
      'Browsers keep the refresh token in a cookie. A program asks for `"transport": "token"` and reads it from the body.',
    body: signInSchema,
    success: { status: 200, ...session },
    refusals: [invalidCredentials(), tooMany],
  },
  {
    id: 'refresh',
    route: 'POST /api/auth/refresh',
    group,
    summary: 'Go on with a session',
    access: 'everybody',
    details: 'Exchanges the refresh token, from the cookie or the body, for the next one. An old one ends the session.',
    body: refreshSchema,
    success: { status: 200, ...session },
    refusals: [sessionEnded()],
  },
  {
    id: 'signOut',
    route: 'POST /api/auth/sign-out',
    group,
    summary: 'Sign out',
    access: 'everybody',
    body: refreshSchema,
    success: { status: 204, says: 'The session is over' },
  },
  {
    id: 'forgotPassword',
    route: 'POST /api/auth/forgot-password',
    group,
    summary: 'Ask for a link to set a new password',
    access: 'everybody',
    details: 'Answers the same whether or not there is such an account. The link works once, for an hour.',
    body: forgotPasswordSchema,
    success: { status: 202, says: 'Where there is such an account, a mail is on its way' },
    refusals: [tooMany, unavailable()],
  },
  {
    id: 'resetPassword',
    route: 'POST /api/auth/reset-password',
    group,
    summary: 'Set a new password by a link',
    access: 'everybody',
    details: `${newPassword} Ends every session and revokes every API key of the account.`,
    body: resetPasswordSchema,
    success: { status: 204, says: 'The password is set' },
    refusals: [invalidToken(), tooMany],
  },
  {
    id: 'confirmEmail',
    route: 'POST /api/auth/confirm-email',
    group,
    summary: 'Confirm a new email address by a link',
    access: 'everybody',
    body: confirmEmailSchema,
    success: { status: 204, says: 'The account has the new address' },
    refusals: [invalidToken(), emailTaken(), tooMany],
  },
  {
    id: 'changePassword',
    route: 'POST /api/auth/change-password',
    group,
    summary: 'Change the password',
    access: 'person',
    details: `${newPassword} Ends all other sessions.`,
    body: changePasswordSchema,
    success: { status: 204, says: 'The password is changed' },
    refusals: [wrongPassword(), tooMany],
  },
  {
    id: 'changeEmail',
    route: 'POST /api/auth/change-email',
    group,
    summary: 'Change the email address',
    access: 'person',
    details: 'The new address counts when the link that is mailed to it was opened, within 24 hours.',
    body: changeEmailSchema,
    success: { status: 202, says: 'A mail is on its way to the new address' },
    refusals: [wrongPassword(), tooMany, unavailable()],
  },
];
