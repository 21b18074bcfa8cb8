import { lowestId } from '@inlet/submissions/range';
import type { Pool } from 'pg';

/** Writes the texts of a form's newest submissions, as the worker does for a searched form. */
export async function indexAllBut(pool: Pool, formId: string, oldestLeft: number): Promise<void> {
  await pool.query(
    `insert into search_texts (id, form_id, created_at, folded)
     select id, form_id, created_at, inlet_indexed_text(concat(origin, ' ', data::text)) from submissions
     where form_id = $1 order by created_at, id offset $2`,
    [formId, oldestLeft],
  );
  await pool.query(
    `insert into search_fills (form_id, searched_at, begun_after, filled_at, filled_id, filled_count, compared_at)
     select $1::uuid, now(), 0, coalesce(min(created_at) filter (where $2 > 0), '-infinity'),
       coalesce((array_agg(id order by created_at, id) filter (where $2 > 0))[1], $3::uuid), count(*), now()
     from search_texts where form_id = $1`,
    [formId, oldestLeft, lowestId],
  );
}
