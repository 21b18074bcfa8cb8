import { invalidField } from '#errors.ts';
import { isCommonPassword } from '#identity/credentials/common-passwords.ts';

/** Matches the product's name with any surrounding characters that are not letters. */
const productName = /^[^a-z]*(?:inlet[^a-z]*)+$/i;

/**
 * Refuses a new password that is easy to guess, for this account or in general. The schemas have already checked its
 * length; `field` is its place in the request.
 */
export function requireGoodPassword(password: string, email: string, field: 'password' | 'newPassword'): void {
  const problem = problemOf(password, email);
  if (problem) throw invalidField(problem, field);
}

function problemOf(password: string, email: string): string | null {
  const guess = password.trim().toLowerCase();
  const [mailbox] = email.split('@');
  if (guess === email || guess === mailbox) return 'Password must not be your email address';
  if (productName.test(guess)) return 'Password must not be the name of the product';
  if (isCommonPassword(password)) return 'This password is too common. Choose another one.';
  return null;
}
