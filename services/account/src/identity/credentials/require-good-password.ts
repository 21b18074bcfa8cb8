import { invalidField } from '#errors.ts';
import { isCommonPassword } from '#identity/credentials/common-passwords.ts';

/** The product's name, with all characters around it that are no letters. */
const productName = /^[^a-z]*(?:inlet[^a-z]*)+$/i;

/**
 * Refuses a new password that is easy to guess, for this account or for any. The schemas have looked at its length
 * already; `field` is where the request has it.
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
