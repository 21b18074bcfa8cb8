import type { RunSql } from '@inlet/db/run-sql';
import { recordSql } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';
import type { ImportedRow } from '#inbox/imports/read-lines.ts';

/** An arbitrary number that no other advisory lock of the product uses. */
const importLock = 7_203_119;

/**
 * Blocks other imports of the account, and undoing them, until the transaction ends. It comes first in a transaction:
 * the number of imported submissions and the state of an import stay as they are.
 */
export async function lockImports(run: RunSql, userId: string): Promise<void> {
  await run(`select 1 from (select pg_advisory_xact_lock(${importLock}, hashtext($1))) as locked`, [userId]);
}

/** Imported submissions of an account. Deletions subtract; only imports add. */
export async function countImported(run: RunSql, userId: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    `select coalesce(sum(left_count), 0)::float8 as count from imports join forms on forms.id = form_id where user_id = $1`,
    [userId],
  );
  return row?.count ?? 0;
}

export interface FoundImport {
  readonly id: string;
  readonly formId: string;
  readonly leftCount: number;
  readonly isUndone: boolean;
}

export async function findImport(run: RunSql, id: string): Promise<FoundImport | null> {
  const [found] = await run<FoundImport>(
    `select id, form_id as "formId", left_count as "leftCount", undo_at is not null as "isUndone"
     from imports where id = $1::uuid`,
    [id],
  );
  return found ?? null;
}

export async function countKnown(run: RunSql, ids: readonly string[]): Promise<number> {
  const [row] = await run<{ count: number }>(
    'select count(*)::int as count from submissions where id = any ($1::uuid[])',
    [[...ids]],
  );
  return row?.count ?? 0;
}

/** Separates the fields of two submissions: JSON contains it only escaped. */
const separator = '\x1e';

/**
 * Stores what is not stored yet, with the change and the counter of form `$1`, in the order of every insert: the rows in
 * the order of their ids, then the change, then the counter. The days, the months and the counters in Redis stay as they
 * are. A form that is deleted meanwhile gets nothing.
 */
const insertSql = `
with inserted as (
  insert into submissions (id, form_id, created_at, data, origin, import_id)
  select received.id, forms.id, coalesce(nullif(received.created_at, '')::timestamptz, now()), received.data::json,
    nullif(received.origin, ''), $2::uuid
  from rows from (
    unnest($3::uuid[]), unnest($4::text[]), unnest($5::text[]), unnest(string_to_array($6, chr(30)))
  ) as received(id, created_at, origin, data)
  join forms on forms.id = $1::uuid
  order by received.id
  on conflict (id) do nothing
  returning id, created_at
), totals as (
  insert into form_totals (form_id, submission_count, last_submission_at)
  select $1::uuid, count(*), max(created_at) from inserted having count(*) > 0
  on conflict (form_id) do update set
    submission_count = form_totals.submission_count + excluded.submission_count,
    last_submission_at = greatest(form_totals.last_submission_at, excluded.last_submission_at)
)
select (select count(*) from inserted)::int as count, ${recordSql("'imported'::text", 'inserted')} as targets`;

/** Stores rows, and returns how many were not stored before. */
export async function insertImported(
  run: RunSql,
  { formId, importId }: { readonly formId: string; readonly importId: string },
  rows: readonly ImportedRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const [stored] = await run<{ count: number }>(insertSql, [
    formId,
    importId,
    rows.map(({ id }) => id),
    rows.map(({ createdAt }) => createdAt ?? ''),
    rows.map(({ origin }) => origin ?? ''),
    rows.map(({ json }) => json).join(separator),
  ]);
  return stored?.count ?? 0;
}

export interface StoredPart {
  readonly id: string;
  readonly formId: string;
  readonly personId: string | null;
  readonly count: number;
}

/** Adds rows to their import. It comes behind the rows and their counter, as the trigger of a deletion does. */
export async function noteImported(run: RunSql, { id, formId, personId, count }: StoredPart): Promise<void> {
  await run(
    `insert into imports (id, form_id, person_id, imported_count, left_count)
     values ($1::uuid, $2::uuid, $3::uuid, $4::int, $4::int)
     on conflict (id) do update set
       imported_count = imports.imported_count + excluded.imported_count,
       left_count = imports.left_count + excluded.left_count, stored_at = now()`,
    [id, formId, personId, count],
  );
}

/** Imports without submissions that a form keeps, besides those that are being undone. */
const emptyKept = 100;

/** Forgets the oldest imports that have no submissions any more. No trigger touches such a row. */
export async function forgetEmpty(run: RunSql, formId: string): Promise<void> {
  await run(
    `delete from imports where id in (
       select id from imports where form_id = $1::uuid and left_count = 0 and (undo_at is null or undone_at is not null)
       order by created_at desc offset ${emptyKept}
     )`,
    [formId],
  );
}

export interface ListedImport {
  readonly id: string;
  readonly createdAt: Date;
  readonly personId: string | null;
  readonly email: string | null;
  readonly imported: number;
  readonly left: number;
  readonly state: 'stored' | 'undoing' | 'undone';
}

/** The newest imports of a form. */
export async function findImports(pool: Pool, formId: string, limit: number): Promise<ListedImport[]> {
  const { rows } = await pool.query<ListedImport>({
    name: 'imports',
    text: `
      select imports.id, imports.created_at as "createdAt", person_id as "personId", people.email,
        imported_count as imported, left_count as left,
        case when undone_at is not null then 'undone' when undo_at is not null then 'undoing' else 'stored' end as state
      from imports left join people on people.id = person_id
      where form_id = $1 order by imports.created_at desc, imports.id limit $2`,
    values: [formId, limit],
  });
  return rows;
}
