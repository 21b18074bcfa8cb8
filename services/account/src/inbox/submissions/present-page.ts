import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Page } from '#inbox/submissions/page-of.ts';

/** The total of a list, and the progress of its search. */
type Found = Pick<SubmissionPage, 'total' | 'totalIsExact' | 'search'>;

/** A page as JSON text, with the submissions' fields as stored. */
export function presentPage({ rows, nextCursor, previousCursor }: Page, found: Found): string {
  const rest: Omit<SubmissionPage, 'submissions'> = { nextCursor, previousCursor, ...found };
  const texts = rows.flatMap(({ text }) => text ?? []);
  return `{"submissions":[${texts.join()}],${JSON.stringify(rest).slice(1)}`;
}
