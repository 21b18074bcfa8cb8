import { lowestId, type Position } from '@inlet/submissions/range';
import type { IndexableRow, SearchBlock } from '@inlet/submissions/search-block';
import type { ClientBase, Pool } from 'pg';

/** Bytes of fields beyond which a submission is not taken apart: every search looks at it instead. */
const textMaxBytes = 65_536;

export interface Watermark {
  readonly to: Position;
  readonly isInRepair: boolean;
}

/** Forms with more submissions than a search looks at one by one, where something is not in blocks yet or is amiss. */
export async function findUnfinished(pool: Pool, rowsMin: number): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select forms.id as "formId"
     from form_totals as totals
     join forms on forms.id = totals.form_id
     left join search_marks as marks on marks.form_id = totals.form_id
     where totals.submission_count + totals.spam_count > $1
       and (marks.form_id is null or marks.is_in_repair
         or marks.row_count <> totals.submission_count + totals.spam_count)`,
    [rowsMin],
  );
  return rows.map(({ formId }) => formId);
}

/** Creates the watermark before all submissions; none for a form that was deleted meanwhile. */
export async function createWatermark(pool: Pool, formId: string): Promise<void> {
  await pool.query(
    `insert into search_marks (form_id, to_at, to_id, row_count)
     select id, 'epoch', $2, 0 from forms where id = $1 on conflict (form_id) do nothing`,
    [formId, lowestId],
  );
}

/** Locks the watermark until the end of the transaction; null if another worker has it, or the form is gone. */
export async function takeWatermark(client: ClientBase, formId: string): Promise<Watermark | null> {
  const { rows } = await client.query<{ createdAt: Date; id: string; isInRepair: boolean }>(
    `select to_at as "createdAt", to_id as id, is_in_repair as "isInRepair"
     from search_marks where form_id = $1 for update skip locked`,
    [formId],
  );
  const [row] = rows;
  return row ? { to: { createdAt: row.createdAt, id: row.id }, isInRepair: row.isInRepair } : null;
}

export interface RowsToRead {
  readonly formId: string;
  readonly from: Position;
  /** The last position, or the age of the last row: rows may still be stored before younger ones. */
  readonly to: Position | { readonly receivedSecondsAgo: number };
  readonly limit: number;
}

/** Submissions behind a place in the order of their key, whichever folder they are in. */
export async function readRows(client: ClientBase, { formId, from, to, limit }: RowsToRead): Promise<IndexableRow[]> {
  const values: unknown[] = [formId, from.createdAt, from.id, limit, textMaxBytes];
  const end =
    'id' in to
      ? `(created_at, id) <= ($${values.push(to.createdAt)}, $${values.push(to.id)})`
      : `created_at < now() - make_interval(secs => $${values.push(to.receivedSecondsAgo)})`;
  const folder = (isSpam: boolean) => `(
    select created_at, id, data, origin from submissions
    where form_id = $1 and is_spam = ${isSpam} and (created_at, id) > ($2, $3) and ${end}
    order by created_at, id limit $4
  )`;
  const { rows } = await client.query<IndexableRow>(
    `select created_at as "createdAt", id, origin, uuid_hash_extended(id, 0)::text as hash,
       case when octet_length(data::text) <= $5 then lower(data::text) end as text
     from (${folder(false)} union all ${folder(true)}) as rows order by created_at, id limit $4`,
    values,
  );
  return rows;
}

export async function insertBlocks(client: ClientBase, formId: string, blocks: readonly SearchBlock[]): Promise<void> {
  await client.query(
    `insert into search_blocks (form_id, from_at, from_id, to_at, to_id, fingerprint, grams)
     select $1, from_at, from_id, to_at, to_id, fingerprint, grams::int[]
     from unnest($2::timestamptz[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::bigint[], $7::text[])
       as blocks(from_at, from_id, to_at, to_id, fingerprint, grams)`,
    [
      formId,
      blocks.map(({ from }) => from.createdAt),
      blocks.map(({ from }) => from.id),
      blocks.map(({ to }) => to.createdAt),
      blocks.map(({ to }) => to.id),
      blocks.map(({ fingerprint }) => String(fingerprint)),
      blocks.map(({ grams }) => `{${grams.join(',')}}`),
    ],
  );
}

/** Moves the watermark over rows that are in blocks now. */
export async function advanceWatermark(
  client: ClientBase,
  formId: string,
  to: Position,
  rowCount: number,
): Promise<void> {
  await client.query('update search_marks set to_at = $2, to_id = $3, row_count = row_count + $4 where form_id = $1', [
    formId,
    to.createdAt,
    to.id,
    rowCount,
  ]);
}

/**
 * Compares the form's counter with the rows in blocks and behind the watermark, in one statement. If they
 * differ, a row was stored before the watermark: the watermark then counts it and is in repair.
 */
export async function findLateRows(client: ClientBase, formId: string): Promise<boolean> {
  const folder = (isSpam: boolean) => `(
    select count(*) from submissions, search_marks
    where search_marks.form_id = $1 and submissions.form_id = $1 and is_spam = ${isSpam}
      and (created_at, id) > (to_at, to_id)
  )`;
  const { rowCount } = await client.query(
    `update search_marks set is_in_repair = true, row_count = counted.row_count
     from (
       select submission_count + spam_count - ${folder(false)} - ${folder(true)} as row_count
       from form_totals where form_id = $1
     ) as counted
     where search_marks.form_id = $1 and search_marks.row_count <> counted.row_count`,
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
       select * from search_blocks where form_id = $1 and (to_at, to_id) > ($2, $3) order by to_at, to_id limit $4
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
  await client.query('delete from search_blocks where form_id = $1 and to_at = $2 and to_id = $3', [
    formId,
    to.createdAt,
    to.id,
  ]);
}

export async function endRepair(client: ClientBase, formId: string): Promise<void> {
  await client.query('update search_marks set is_in_repair = false where form_id = $1', [formId]);
}
