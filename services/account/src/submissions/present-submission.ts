import type { SubmissionRow } from '#submissions/submission-row.ts';

/**
 * A submission as JSON text, with its fields byte for byte as they are stored: a number such as 1.0 or one of 20 digits
 * would come out of a parser as another one. The column's type, json, is what proves that the text is whole.
 */
export function presentSubmission({ id, formId, data, origin, userAgent, isSpam, createdAt }: SubmissionRow): string {
  const head = JSON.stringify({ id, formId });
  const tail = JSON.stringify({ origin, userAgent, isSpam, createdAt: createdAt.toISOString() });
  return `${head.slice(0, -1)},"data":${data},${tail.slice(1)}`;
}
