import type { Pool } from 'pg';
import type { Cursor } from '#submissions/cursor.ts';

export interface SubmissionRow {
  readonly id: string;
  readonly formId: string;
  readonly data: Record<string, unknown>;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
}

export interface SubmissionPageFilter {
  readonly formId: string;
  readonly limit: number;
  readonly before: Cursor | null;
}

/** The condition is on the whole key, so that a page deep in the list costs what the first one costs. */
const pageSql = `
select id, form_id as "formId", data, origin, user_agent as "userAgent", created_at as "createdAt"
from submissions
where form_id = $1 and is_spam = false and (created_at, id) < ($2, $3)
order by created_at desc, id desc
limit $4`;

const beforeNothing = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A form's submissions from a place on, newest first. */
export async function findSubmissions(
  pool: Pool,
  { formId, limit, before }: SubmissionPageFilter,
): Promise<SubmissionRow[]> {
  const { createdAt, id } = before ?? beforeNothing;
  const result = await pool.query<SubmissionRow>({
    name: 'page-of-submissions',
    text: pageSql,
    values: [formId, createdAt, id, limit],
  });
  return result.rows;
}
