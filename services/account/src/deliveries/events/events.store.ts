import type { Pool } from 'pg';
import { type SubmissionRow, submissionColumns } from '#inbox/submissions/submission-row.ts';

/** The newest submissions in the inbox of a form. */
export async function findNewest(pool: Pool, formId: string, limit: number): Promise<SubmissionRow[]> {
  const { rows } = await pool.query<SubmissionRow>({
    name: 'newest-of-form',
    text: `select ${submissionColumns} from submissions where form_id = $1 and not is_spam
           order by created_at desc, id desc limit $2`,
    values: [formId, limit],
  });
  return rows;
}

/** A submission, if it belongs to the form. */
export async function findSubmission(pool: Pool, formId: string, id: string): Promise<SubmissionRow | null> {
  const { rows } = await pool.query<SubmissionRow>({
    name: 'submission-of-event',
    text: `select ${submissionColumns} from submissions where form_id = $1 and id = $2`,
    values: [formId, id],
  });
  return rows[0] ?? null;
}
