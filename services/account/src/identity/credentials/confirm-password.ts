import type { Attempts } from '#access/limits/attempts.ts';
import { passwordsOfAccount } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import type { KnownPerson } from '#access/people.store.ts';
import { wrongPassword } from '#errors.ts';
import { passwordMatches } from '#identity/credentials/passwords.ts';

/** Checks the password of a signed-in person again. Refuses a wrong one, and any after ten wrong ones. */
export async function confirmPassword(
  { attempts }: { readonly attempts: Attempts },
  { id, passwordHash }: KnownPerson,
  password: string,
): Promise<void> {
  if (passwordHash === null) throw wrongPassword();
  const counter = { limit: passwordsOfAccount, subject: subjectOf(id, passwordHash) };
  const isRight = await attempts.guess([counter], async () => (await passwordMatches(passwordHash, password)) || null);
  if (!isRight) throw wrongPassword();
}
