import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Page } from '#inbox/submissions/page-of.ts';

/** How many submissions a list has in all, and how far a search for them has come. */
type Found = Pick<SubmissionPage, 'total' | 'totalIsExact' | 'search'>;

/** A page as JSON text, with the submissions' fields as they are stored. */
export function presentPage({ rows, nextCursor, previousCursor }: Page, found: Found): string {
  const rest: Omit<SubmissionPage, 'submissions'> = { nextCursor, previousCursor, ...found };
  const texts = rows.flatMap(({ text }) => text ?? []);
  return `{"submissions":[${texts.join()}],${JSON.stringify(rest).slice(1)}`;
}
