import type { CheckFinding } from '@inlet/contracts/form-check';

type Details = Pick<CheckFinding, 'field' | 'code'>;

/** Submissions, or parts of them, are lost. */
export function fault(id: string, message: string, fix: string, details: Details = {}): CheckFinding {
  return { id, level: 'fault', ...details, message, fix };
}

/** Something that is worth knowing, and no reason to worry. */
export function note(id: string, message: string, fix = '', details: Details = {}): CheckFinding {
  return { id, level: 'note', ...details, message, fix };
}

const shownMax = 200;

/** The beginning of a text that a page wrote, on one line. */
export function shown(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length > shownMax ? `${line.slice(0, shownMax).toWellFormed()}…` : line;
}
