import type { Attempts } from '#access/limits/attempts.ts';
import { codesOfPerson } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';

/** Tries a code of a person within the limit of wrong ones, which holds for all ways that take a code. */
export function guessCode<T>(
  { attempts }: { readonly attempts: Attempts },
  personId: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  return attempts.guess([codeCounter(personId)], work);
}

export function codeCounter(personId: string) {
  return { limit: codesOfPerson, subject: subjectOf(personId) };
}
