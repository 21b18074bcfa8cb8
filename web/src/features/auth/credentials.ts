import { emailSchema, passwordMinLength } from '@inlet/contracts/sessions';

export interface CredentialErrors {
  readonly email?: string;
  readonly password?: string;
}

/** Said before a new password is sent. */
export const passwordHint = `${passwordMinLength} or more characters`;

/** What is wrong with an email and password before they are sent; empty when nothing is. */
export function checkCredentials({ email, password }: { email: string; password: string }): CredentialErrors {
  return { ...checkEmail(email), ...checkPassword(password) };
}

export function checkEmail(email: string): CredentialErrors {
  if (email.trim() === '') return { email: 'Email is required' };
  const result = emailSchema.safeParse(email);
  return result.success ? {} : { email: 'Enter a valid email address' };
}

export function checkPassword(password: string): CredentialErrors {
  if (password === '') return { password: 'Password is required' };
  if (password.length >= passwordMinLength) return {};
  return { password: `Password must have at least ${passwordMinLength} characters` };
}
