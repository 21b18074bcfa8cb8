import type { Attempts } from '#access/limits/attempts.ts';
import { mailsToAddress } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';

/** Counts a mail that a stranger may have caused, and returns whether the address may get another one. */
export function mayMailTo({ attempts }: { readonly attempts: Attempts }, email: string): Promise<boolean> {
  return attempts.isLeft([{ limit: mailsToAddress, subject: subjectOf(email) }]);
}
