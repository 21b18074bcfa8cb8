import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Page } from '#inbox/submissions/page-of.ts';

/** A page as JSON text, with the submissions' fields as they are stored. */
export function presentPage({ rows, nextCursor, previousCursor }: Page, total: number): string {
  const rest: Omit<SubmissionPage, 'submissions'> = { nextCursor, previousCursor, total };
  const texts = rows.flatMap(({ text }) => text ?? []);
  return `{"submissions":[${texts.join()}],${JSON.stringify(rest).slice(1)}`;
}
