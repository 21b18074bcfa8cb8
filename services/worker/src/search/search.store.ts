import { lowestId } from '@inlet/submissions/range';
import type { ClientBase, Pool } from 'pg';

/** Days without a search after which a form's texts are deleted. */
export const unusedDays = 30;
/** How often the number of texts is compared with that of the submissions, by an index. */
const comparedHours = 24;

export interface Fill {
  /** True once no outdated text is left, and every transaction has ended that does not know about the form's search. */
  readonly isReady: boolean;
  readonly isBegun: boolean;
  readonly isFilled: boolean;
  readonly isUnused: boolean;
}

const isFilled = `coalesce(filled_id = '${lowestId}', false)`;
const isUnused = `searched_at < now() - make_interval(days => ${unusedDays})`;
const nothingFilled = 'begun_after = null, filled_at = null, filled_id = null, filled_count = 0, compared_at = null';

/** Searched forms whose texts are incomplete, were not compared for long, or are no longer needed. */
export async function findUnfinished(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select form_id as "formId" from search_fills
     where not ${isFilled} or ${isUnused} or compared_at < now() - make_interval(hours => $1)
     order by searched_at desc`,
    [comparedHours],
  );
  return rows.map(({ formId }) => formId);
}

export async function countForms(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from search_fills');
  return rows[0]?.count ?? 0;
}

/** Locks the form's row until the end of the transaction; null if another worker has it, or the form is deleted. */
export async function takeFill(client: ClientBase, formId: string): Promise<Fill | null> {
  const { rows } = await client.query<Fill>(
    `select begun_after is not null as "isBegun", ${isFilled} as "isFilled", ${isUnused} as "isUnused",
       coalesce(pg_snapshot_xmin(pg_current_snapshot())::text::bigint > begun_after, false) as "isReady"
     from search_fills where form_id = $1 for no key update skip locked`,
    [formId],
  );
  return rows[0] ?? null;
}

/** Searches no longer use the texts; the existing ones are deleted before new ones are written. */
export async function resetFill(client: ClientBase, formId: string): Promise<void> {
  await client.query(`update search_fills set ${nothingFilled} where form_id = $1`, [formId]);
}

/** Deletes some of a form's texts and returns their number. */
export async function deleteTexts(client: ClientBase, formId: string, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    'delete from search_texts where id = any (array(select id from search_texts where form_id = $1 limit $2))',
    [formId, limit],
  );
  return rowCount ?? 0;
}

/** This transaction's number is above that of every transaction that does not know about the form's search. */
export async function beginFill(client: ClientBase, formId: string): Promise<void> {
  await client.query('update search_fills set begun_after = pg_current_xact_id()::text::bigint where form_id = $1', [
    formId,
  ]);
}

/** Writes the texts of the next older submissions of both folders. Returns the number of submissions. */
export async function writeTexts(client: ClientBase, formId: string, limit: number): Promise<number> {
  const folder = (isSpam: boolean) => `(
    select id, created_at, origin, data from submissions
    where form_id = $1 and is_spam = ${isSpam}
      and (created_at, id) < ((select filled_at from fill), (select filled_id from fill))
    order by created_at desc, id desc limit $2
  )`;
  const { rows } = await client.query<{ count: number }>(
    `with fill as materialized (
       select coalesce(filled_at, 'infinity') as filled_at, coalesce(filled_id, '${lowestId}') as filled_id
       from search_fills where form_id = $1
     ), chosen as materialized (
       select * from (${folder(false)} union all ${folder(true)}) as both_folders order by created_at desc, id desc limit $2
     ), written as (
       insert into search_texts (id, form_id, created_at, folded)
       select id, $1, created_at, inlet_indexed_text(concat(origin, ' ', data::text)) from chosen on conflict do nothing
     ), last as (
       select created_at, id from chosen order by created_at, id limit 1
     ), counted as (
       select count(*) as count from chosen
     )
     update search_fills set
       filled_at = case when count < $2 then '-infinity' else (select created_at from last) end,
       filled_id = case when count < $2 then '${lowestId}' else (select id from last) end,
       filled_count = filled_count + count, compared_at = case when count < $2 then now() end
     from counted where form_id = $1
     returning count::int as count`,
    [formId, limit],
  );
  return rows[0]?.count ?? 0;
}

/** Records the comparison. Returns true if there are as many texts as submissions. */
export async function compareTexts(client: ClientBase, formId: string): Promise<boolean> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    `update search_fills set compared_at = now() where form_id = $1
     returning (select count(*) from search_texts where form_id = $1)
       = (select count(*) from submissions where form_id = $1) as "isWhole"`,
    [formId],
  );
  return rows[0]?.isWhole === true;
}

/**
 * Ends the index of a form whose texts are deleted. A batch that is writing texts holds the form's row; they become
 * visible when it ends.
 */
export async function deleteFill(client: ClientBase, formId: string): Promise<void> {
  await client.query('delete from search_fills where form_id = $1', [formId]);
  await client.query('delete from search_texts where form_id = $1', [formId]);
}

/**
 * Deletes the index of the previous release, whose blocks have hashes of texts: first the blocks of forms that an earlier
 * round has taken out of it, so that no search of that release misses some. It makes an index anew for as long as it runs.
 */
export async function dropOldIndexes(pool: Pool): Promise<void> {
  await pool.query(
    `delete from search_segments where ctid = any (array(
       select ctid from search_segments
       where not exists (select from search_indexes where search_indexes.form_id = search_segments.form_id) limit 500
     ))`,
  );
  await pool.query(
    `delete from search_indexes
     where form_id = any (array(select form_id from search_indexes for update skip locked))`,
  );
}
