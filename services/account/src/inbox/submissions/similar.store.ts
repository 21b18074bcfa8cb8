import type { Pool } from 'pg';

/** The fields of a submission as JSON text, if it is the form's. */
export async function findText(pool: Pool, formId: string, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ data: string }>(
    'select data::text as data from submissions where form_id = $1 and id = $2',
    [formId, id],
  );
  return rows[0]?.data ?? null;
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

/** The fields of the newest submissions in the inbox, without the large ones. */
export async function findNewestTexts(pool: Pool, { formId, limit, bytesMax }: NewestWanted) {
  const { rows } = await pool.query<{ id: string; data: string }>(newestSql, [formId, limit, bytesMax]);
  return rows;
}
