import { lowestId, type Position } from '@inlet/submissions/range';
import { buildBlock, type IndexableRow } from '@inlet/submissions/search-block';
import type { Pool } from 'pg';

/** Puts the older part of a form's submissions into blocks, as the worker does with those of a form that is searched. */
export async function indexAllBut(pool: Pool, formId: string, newestLeft: number, blockRows: number): Promise<void> {
  const { rows } = await pool.query<IndexableRow>(
    `select id, created_at as "createdAt", origin, data::text as text, '0' as hash from submissions
     where form_id = $1 order by created_at, id`,
    [formId],
  );
  const covered = rows.slice(0, rows.length - newestLeft);
  let from: Position = { createdAt: new Date(0), id: lowestId };
  for (let start = 0; start < covered.length; start += blockRows) {
    const part = covered.slice(start, start + blockRows);
    const { to, ids, directory, postings } = await buildBlock(formId, from, part, async () => undefined);
    const values = [formId, from.createdAt, from.id, to.createdAt, to.id, ids, directory, postings];
    await pool.query('insert into search_segments values ($1, $2, $3, $4, $5, 0, $6, $7, $8)', values);
    from = to;
  }
  await pool.query(
    `insert into search_indexes (form_id, to_at, to_id, row_count, searched_at) values ($1, $2, $3, $4, now())`,
    [formId, from.createdAt, from.id, covered.length],
  );
}
