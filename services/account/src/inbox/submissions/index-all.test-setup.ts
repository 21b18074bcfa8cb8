import { lowestId } from '@inlet/submissions/range';
import { searchGrams } from '@inlet/submissions/search-grams';
import type { Pool } from 'pg';

interface Row {
  readonly id: string;
  readonly createdAt: Date;
  readonly origin: string | null;
  readonly text: string;
}

/** Puts the older part of a form's submissions into blocks, as the worker does with those of a large form. */
export async function indexAllBut(pool: Pool, formId: string, newestLeft: number, blockRows: number): Promise<void> {
  const { rows } = await pool.query<Row>(
    `select id, created_at as "createdAt", origin, lower(data::text) as text from submissions
     where form_id = $1 order by created_at, id`,
    [formId],
  );
  const { addText, ofOrigin } = searchGrams(formId);
  const covered = rows.slice(0, rows.length - newestLeft);
  let [at, id] = [new Date(0), lowestId];
  for (let start = 0; start < covered.length; start += blockRows) {
    const part = covered.slice(start, start + blockRows);
    const grams = new Set(part.map(({ origin }) => ofOrigin(origin)));
    for (const { text } of part) addText(grams, text);
    const last = part.at(-1);
    if (!last) break;
    await pool.query('insert into search_blocks values ($1, $2, $3, $4, $5, 0, $6)', [
      formId,
      at,
      id,
      last.createdAt,
      last.id,
      [...grams],
    ]);
    [at, id] = [last.createdAt, last.id];
  }
  await pool.query('insert into search_marks values ($1, $2, $3, $4)', [formId, at, id, covered.length]);
}
