import { lowestId, type Position } from '@inlet/submissions/range';
import { blockCharacters, blockRows, type IndexableRow, type SearchBlock } from '@inlet/submissions/search-block';
import type { ClientBase, Pool } from 'pg';

/** Bytes of fields beyond which a submission is not taken apart: every search looks at it instead. */
const textMaxBytes = 65_536;
/** The hashes of deleted submissions are gone after this time. */
const outdatedHours = 24;
/** A form that nobody has searched for so long has no index any more. */
export const unusedDays = 30;

export interface Watermark {
  readonly to: Position;
  readonly isInRepair: boolean;
  /** The blocks have hashes of rows that were deleted long enough ago. */
  readonly isOutdated: boolean;
}

/** Forms that are searched, where something is not in the index yet or is amiss. */
export async function findUnfinished(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select indexes.form_id as "formId"
     from search_indexes as indexes join form_totals as totals on totals.form_id = indexes.form_id
     where indexes.is_in_repair or indexes.outdated_since < now() - make_interval(hours => $1)
       or indexes.row_count <> totals.submission_count + totals.spam_count`,
    [outdatedHours],
  );
  return rows.map(({ formId }) => formId);
}

export async function countIndexes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from search_indexes');
  return rows[0]?.count ?? 0;
}

/** Forms whose last search was long ago. */
export async function findUnused(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select form_id as "formId" from search_indexes where searched_at < now() - make_interval(days => $1)`,
    [unusedDays],
  );
  return rows.map(({ formId }) => formId);
}

/**
 * Moves the watermark back to the beginning, unless the form has been searched meanwhile. No search reads the blocks
 * then.
 */
export async function resetUnused(client: ClientBase, formId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update search_indexes set to_at = 'epoch', to_id = $3, row_count = 0, is_in_repair = false, outdated_since = null
     where form_id = $1 and searched_at < now() - make_interval(days => $2)`,
    [formId, unusedDays, lowestId],
  );
  return rowCount === 1;
}

/** Deletes an index whose blocks are gone, unless the form has been searched meanwhile. */
export async function deleteUnused(client: ClientBase, formId: string): Promise<void> {
  await client.query(
    `delete from search_indexes
     where form_id = $1 and row_count = 0 and searched_at < now() - make_interval(days => $2)`,
    [formId, unusedDays],
  );
}

/** Deletes some of the blocks behind the watermark, which are left of a dropped index; answers how many. */
export async function deleteBlocksBeyond(
  client: ClientBase,
  formId: string,
  { createdAt, id }: Position,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from search_segments where form_id = $1 and (to_at, to_id) in (
       select to_at, to_id from search_segments where form_id = $1 and (to_at, to_id) > ($2, $3) limit $4
     )`,
    [formId, createdAt, id, limit],
  );
  return rowCount ?? 0;
}

/** Locks the watermark until the end of the transaction; null if another worker has it, or the form is gone. */
export async function takeWatermark(client: ClientBase, formId: string): Promise<Watermark | null> {
  const { rows } = await client.query<Omit<Watermark, 'to'> & { createdAt: Date; id: string }>(
    `select to_at as "createdAt", to_id as id, is_in_repair as "isInRepair",
       coalesce(outdated_since < now() - make_interval(hours => $2), false) as "isOutdated"
     from search_indexes where form_id = $1 for update skip locked`,
    [formId, outdatedHours],
  );
  const [row] = rows;
  if (!row) return null;
  const { createdAt, id, isInRepair, isOutdated } = row;
  return { to: { createdAt, id }, isInRepair, isOutdated };
}

export interface RowsToRead {
  readonly formId: string;
  readonly from: Position;
  /** The last position, or the age of the last row: rows may still be stored before younger ones. */
  readonly to: Position | { readonly receivedSecondsAgo: number };
}

/** Rows to be put into a block, and whether they fill it. */
export interface RowsOfBlock {
  readonly rows: readonly IndexableRow[];
  readonly isFull: boolean;
}

/** Submissions behind a place in the order of their key, whichever folder they are in: as many as a block has room for. */
export async function readRows(client: ClientBase, { formId, from, to }: RowsToRead): Promise<RowsOfBlock> {
  const values: unknown[] = [formId, from.createdAt, from.id, blockRows, textMaxBytes, blockCharacters];
  const end =
    'id' in to
      ? `(created_at, id) <= ($${values.push(to.createdAt)}, $${values.push(to.id)})`
      : `created_at < now() - make_interval(secs => $${values.push(to.receivedSecondsAgo)})`;
  const folder = (isSpam: boolean) => `(
    select created_at, id, data, origin from submissions
    where form_id = $1 and is_spam = ${isSpam} and (created_at, id) > ($2, $3) and ${end}
    order by created_at, id limit $4
  )`;
  const { rows } = await client.query<IndexableRow & { readonly fits: boolean }>(
    `select created_at as "createdAt", id, origin, uuid_hash_extended(id, 0)::text as hash, fits,
       case when fits and bytes <= $5 then data::text end as text
     from (
       select *, coalesce(sum(least(bytes, $5)) over (rows between unbounded preceding and 1 preceding), 0) < $6 as fits
       from (
         select created_at, id, origin, data, octet_length(data::text) as bytes
         from (${folder(false)} union all ${folder(true)}) as both_folders order by created_at, id limit $4
       ) as measured
     ) as rows`,
    values,
  );
  const fitting = rows.filter(({ fits }) => fits);
  return { rows: fitting, isFull: rows.length === blockRows || fitting.length < rows.length };
}

export async function insertBlock(client: ClientBase, formId: string, block: SearchBlock): Promise<void> {
  const { from, to, fingerprint, ids, directory, postings } = block;
  await client.query({
    name: 'insert-search-block',
    text: `insert into search_segments (form_id, from_at, from_id, to_at, to_id, fingerprint, ids, directory, postings)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [formId, from.createdAt, from.id, to.createdAt, to.id, String(fingerprint), ids, directory, postings],
  });
}

/** Moves the watermark over rows that are in blocks now. */
export async function advanceWatermark(
  client: ClientBase,
  formId: string,
  to: Position,
  rowCount: number,
): Promise<void> {
  await client.query(
    'update search_indexes set to_at = $2, to_id = $3, row_count = row_count + $4 where form_id = $1',
    [formId, to.createdAt, to.id, rowCount],
  );
}

/**
 * Compares the form's counter with the rows in blocks and behind the watermark, in one statement. If they
 * differ, a row was stored before the watermark: the watermark then counts it and is in repair.
 */
export async function findLateRows(client: ClientBase, formId: string): Promise<boolean> {
  const folder = (isSpam: boolean) => `(
    select count(*) from submissions, search_indexes
    where search_indexes.form_id = $1 and submissions.form_id = $1 and is_spam = ${isSpam}
      and (created_at, id) > (to_at, to_id)
  )`;
  const { rowCount } = await client.query(
    `update search_indexes set is_in_repair = true, row_count = counted.row_count
     from (
       select submission_count + spam_count - ${folder(false)} - ${folder(true)} as row_count
       from form_totals where form_id = $1
     ) as counted
     where search_indexes.form_id = $1 and search_indexes.row_count <> counted.row_count`,
    [formId],
  );
  return rowCount === 1;
}

/** Of so many blocks behind a place: the last one's place, and those whose rows are not what they were. */
export interface ComparedBlocks {
  readonly last: Position | null;
  readonly changed: readonly { readonly from: Position; readonly to: Position }[];
}

interface ComparedRow {
  readonly fromAt: Date;
  readonly fromId: string;
  readonly toAt: Date;
  readonly toId: string;
  readonly isChanged: boolean;
}

export async function compareBlocks(
  client: ClientBase,
  formId: string,
  after: Position,
  limit: number,
): Promise<ComparedBlocks> {
  const { rows } = await client.query<ComparedRow>(
    `select from_at as "fromAt", from_id as "fromId", to_at as "toAt", to_id as "toId",
       fingerprint <> coalesce((
         select bit_xor(uuid_hash_extended(id, 0)) from submissions
         where form_id = $1 and is_spam in (false, true)
           and (created_at, id) > (from_at, from_id) and (created_at, id) <= (to_at, to_id)
       ), 0) as "isChanged"
     from (
       select * from search_segments where form_id = $1 and (to_at, to_id) > ($2, $3) order by to_at, to_id limit $4
     ) as blocks order by to_at, to_id`,
    [formId, after.createdAt, after.id, limit],
  );
  const last = rows.at(-1);
  return {
    last: last ? { createdAt: last.toAt, id: last.toId } : null,
    changed: rows
      .filter(({ isChanged }) => isChanged)
      .map(({ fromAt, fromId, toAt, toId }) => ({
        from: { createdAt: fromAt, id: fromId },
        to: { createdAt: toAt, id: toId },
      })),
  };
}

export async function deleteBlock(client: ClientBase, formId: string, to: Position): Promise<void> {
  await client.query('delete from search_segments where form_id = $1 and to_at = $2 and to_id = $3', [
    formId,
    to.createdAt,
    to.id,
  ]);
}

export async function endRepair(client: ClientBase, formId: string): Promise<void> {
  await client.query('update search_indexes set is_in_repair = false, outdated_since = null where form_id = $1', [
    formId,
  ]);
}
