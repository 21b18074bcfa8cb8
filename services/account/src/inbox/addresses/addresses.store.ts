import { recordSql } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';

/** The form of a submission, for the page that its visitor sees, and whether the visitor has confirmed the address. */
export interface AskedSubmission {
  readonly formId: string;
  readonly afterSending: unknown;
  readonly language: string | null;
  readonly isConfirmed: boolean;
}

export async function findAsked(pool: Pool, id: string): Promise<AskedSubmission | null> {
  const { rows } = await pool.query<AskedSubmission>({
    name: 'asked-submission',
    text: `select forms.id as "formId", after_sending as "afterSending", language, confirmed_at is not null as "isConfirmed"
      from submissions join forms on forms.id = form_id where submissions.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * One of two clicks at once waits for the other and finds nothing to do. Nobody hears of a click on spam until it is
 * taken back, so the clock is read under the lock of the row: its times are in the order of what happened to it.
 */
const confirmSql = `
with confirmed as (
  update submissions set confirmed_at = clock_timestamp() where form_id = $1 and id = $2 and confirmed_at is null
  returning id, is_spam
)
select count(*)::int as count, ${recordSql("'confirmed'::text", 'confirmed', 'not is_spam')} as targets from confirmed`;

/** Notes that the visitor of a submission has confirmed the address. Returns false if that was so before. */
export async function saveConfirmedAddress(pool: Pool, formId: string, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'confirm-address',
    text: confirmSql,
    values: [formId, id],
  });
  return rows[0]?.count === 1;
}
