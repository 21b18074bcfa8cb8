import type { Pool } from 'pg';

/** A submission as its deliveries need it; its fields are JSON text. */
export interface EventSubmission {
  readonly id: string;
  readonly formId: string;
  readonly data: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean;
  readonly createdAt: Date;
}

const columns = `id, form_id as "formId", data::text as data, origin, user_agent as "userAgent", is_spam as "isSpam",
  created_at as "createdAt"`;

/** The newest submissions in the inbox of a form. */
export async function findNewest(pool: Pool, formId: string, limit: number): Promise<EventSubmission[]> {
  const { rows } = await pool.query<EventSubmission>({
    name: 'newest-of-form',
    text: `select ${columns} from submissions where form_id = $1 and not is_spam
           order by created_at desc, id desc limit $2`,
    values: [formId, limit],
  });
  return rows;
}

/** A submission, if it is the form's. */
export async function findSubmission(pool: Pool, formId: string, id: string): Promise<EventSubmission | null> {
  const { rows } = await pool.query<EventSubmission>({
    name: 'submission-of-event',
    text: `select ${columns} from submissions where form_id = $1 and id = $2`,
    values: [formId, id],
  });
  return rows[0] ?? null;
}
