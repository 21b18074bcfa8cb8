import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Page } from '#submissions/page-of.ts';
import { presentSubmission } from '#submissions/present-submission.ts';

/** A page as JSON text, with the submissions' fields as they are stored. */
export function presentPage({ rows, nextCursor, previousCursor }: Page, total: number): string {
  const rest: Omit<SubmissionPage, 'submissions'> = { nextCursor, previousCursor, total };
  return `{"submissions":[${rows.map(presentSubmission).join()}],${JSON.stringify(rest).slice(1)}`;
}
