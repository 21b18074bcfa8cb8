import type { User } from '@inlet/db/client';
import { passwordMatches } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { wrongPassword } from '#errors.ts';
import { passwordsOfAccount } from '#limits/limits.ts';
import { subjectOf } from '#limits/subject-of.ts';

/** Asks whoever is signed in for the password once more; refuses a wrong one, and after ten of them every one. */
export async function confirmPassword(
  { attempts }: Pick<AccountDeps, 'attempts'>,
  user: User,
  password: string,
): Promise<void> {
  const counter = { limit: passwordsOfAccount, subject: subjectOf(user.id, user.passwordHash) };
  const isRight = await attempts.guess([counter], async () => {
    return (await passwordMatches(user.passwordHash, password)) || null;
  });
  if (!isRight) throw wrongPassword();
}
