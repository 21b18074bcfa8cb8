import type { User } from '@inlet/db/client';
import type { Attempts } from '#access/limits/attempts.ts';
import { passwordsOfAccount } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import { wrongPassword } from '#errors.ts';
import { passwordMatches } from '#identity/credentials/passwords.ts';

/** Checks the password of a signed-in person again. Refuses a wrong one, and any after ten wrong ones. */
export async function confirmPassword(
  { attempts }: { readonly attempts: Attempts },
  user: User,
  password: string,
): Promise<void> {
  const counter = { limit: passwordsOfAccount, subject: subjectOf(user.id, user.passwordHash) };
  const isRight = await attempts.guess([counter], async () => {
    return (await passwordMatches(user.passwordHash, password)) || null;
  });
  if (!isRight) throw wrongPassword();
}
