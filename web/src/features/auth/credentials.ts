import { emailSchema, newPasswordMinLength, passwordMinLength } from '@inlet/contracts/sessions';

export interface CredentialErrors {
  readonly email?: string;
  readonly password?: string;
}

/** The shortest password that a form takes: a new one must be longer than some that older accounts have. */
export const minLengths = { 'current-password': passwordMinLength, 'new-password': newPasswordMinLength };
export type PasswordKind = keyof typeof minLengths;

/** Errors in an email and password before they are sent; empty if there are none. */
export function checkCredentials(
  { email, password }: { email: string; password: string },
  kind: PasswordKind,
): CredentialErrors {
  return { ...checkEmail(email), ...checkPassword(password, kind) };
}

export function checkEmail(email: string): CredentialErrors {
  if (email.trim() === '') return { email: 'Email is required' };
  const result = emailSchema.safeParse(email);
  return result.success ? {} : { email: 'Enter a valid email address' };
}

export function checkPassword(password: string, kind: PasswordKind): CredentialErrors {
  if (password === '') return { password: 'Password is required' };
  if (password.length >= minLengths[kind]) return {};
  return { password: `Password must have at least ${minLengths[kind]} characters` };
}
