import type { Pool } from 'pg';

const textSql = `
select case when octet_length(data::text) <= $3 then data::text end as data from submissions
where form_id = $1 and id = $2`;

/** The fields of a submission as JSON text, null if they are larger; undefined if the form has no such submission. */
export async function findText(pool: Pool, formId: string, id: string, bytesMax: number) {
  const { rows } = await pool.query<{ data: string | null }>(textSql, [formId, id, bytesMax]);
  return rows[0]?.data;
}

export interface NewestWanted {
  readonly formId: string;
  readonly limit: number;
  readonly bytesMax: number;
}

const newestSql = `
select id, data from (
  select id, data::text as data, created_at from submissions where form_id = $1 and not is_spam
  order by created_at desc, id desc limit $2
) as newest where octet_length(data) <= $3 order by created_at desc, id desc`;

/** The fields of the newest submissions in the inbox, without large ones. */
export async function findNewestTexts(pool: Pool, { formId, limit, bytesMax }: NewestWanted) {
  const { rows } = await pool.query<{ id: string; data: string }>(newestSql, [formId, limit, bytesMax]);
  return rows;
}
