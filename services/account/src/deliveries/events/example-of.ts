import type { Form } from '@inlet/db/client';
import type { SubmissionRow } from '#inbox/submissions/submission-row.ts';

/** A made-up submission, for a form without any. */
export function exampleOf({ id: formId }: Pick<Form, 'id'>, id: string, createdAt: Date): SubmissionRow {
  return {
    id,
    formId,
    data: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'This is a test delivery.' }),
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    spam: null,
    isChecking: false,
    createdAt,
    files: null,
    ruleErrors: null,
    rulesVersion: null,
    confirmation: null,
    confirmedAt: null,
  };
}
