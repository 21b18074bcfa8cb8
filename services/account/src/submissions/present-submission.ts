import type { Submission } from '@inlet/contracts/submissions';
import type { SubmissionRow } from '#submissions/submissions.store.ts';

export function presentSubmission({ id, formId, data, origin, userAgent, createdAt }: SubmissionRow): Submission {
  return { id, formId, data, origin, userAgent, createdAt: createdAt.toISOString() };
}
