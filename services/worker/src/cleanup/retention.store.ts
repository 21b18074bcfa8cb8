import { quietDeletionSql, silentDeletionSql } from '@inlet/submissions/deletion-sql';
import { countExpiredSql, expirySql, foldersSql, notOfImportsSql } from '@inlet/submissions/expired-sql';
import { lowestId, type Position } from '@inlet/submissions/range';
import type { ClientBase, Pool } from 'pg';

/** The stored plans with automatic deletion; null for all plans. */
export type Plans = readonly string[] | null;

/** Forms with a retention whose owner's plan, one of `$1`, includes it. */
const activeForms = `
  forms join users on users.id = forms.user_id and ($1::text[] is null or users.plan = any ($1))`;

/**
 * The imports of a form that are younger than its retention: their submissions stay, however old they are. Other
 * submissions from before the end of the last run are gone, so the search for more starts there: otherwise it would read
 * the ones that stay each time. Once the days of an import are over, it starts at the beginning.
 */
const importsSql = (formId: string, before: string, doneBefore: string) => `
  select kept, case when kept = '{}' or has_expired then '-infinity' else coalesce(${doneBefore}, '-infinity') end as start
  from (
    select coalesce(array_agg(id) filter (where stored_at >= ${before}), '{}') as kept,
      coalesce(bool_or(stored_at < ${before} and left_count > 0), false) as has_expired
    from imports where form_id = ${formId}
  ) as found`;

/** The time of a form's oldest submission that does not stay: two index lookups. */
const oldestSql = `
  select min(found.created_at) as at from ${foldersSql} cross join lateral (
    select created_at from submissions
    where form_id = forms.id and submissions.is_spam = folder.is_spam and created_at >= imported.start
      and ${notOfImportsSql('imported.kept')}
    order by created_at, id limit 1
  ) as found`;
/** Lateral, behind a form and its last run. */
const oldestOfForm = `
  cross join lateral (${importsSql('forms.id', expirySql('retention_days'), 'last.done_before')}) as imported
  cross join lateral (${oldestSql}) as oldest`;

/**
 * If a form's last run was less than an hour ago, the next one waits until its oldest submission is an hour overdue: a
 * busy form then has one change an hour in the feed instead of one for each check. A current run continues.
 */
const beginSql = `
insert into retention_runs (form_id, before, touched_at)
select forms.id, date_trunc('milliseconds', ${expirySql('retention_days')}), clock_timestamp()
from ${activeForms} left join retention_runs as last on last.form_id = forms.id ${oldestOfForm}
where retention_days is not null and (last.form_id is null or last.finished_at is not null)
  and oldest.at < ${expirySql('retention_days')}
    - case when $2::bool and last.finished_at > now() - interval '1 hour' then interval '1 hour' else interval '0' end
on conflict (form_id) do update set
  before = excluded.before, deleted_count = 0, last_at = null, last_id = null, touched_at = excluded.touched_at,
  finished_at = null
where retention_runs.finished_at is not null`;

/** Starts a run for each form with expired submissions, unless one is running; `spaced` keeps an hour between runs. */
export async function beginRuns(pool: Pool, plans: Plans, spaced: boolean): Promise<void> {
  await pool.query(beginSql, [plans, spaced]);
}

/** A run that is locked until the end of the transaction. */
export interface TakenRun {
  readonly formId: string;
  /** Null if the form is deleted. */
  readonly userId: string | null;
  readonly before: Date;
  readonly deletedCount: number;
  readonly lastAt: Date | null;
  readonly lastId: string | null;
  /** Imports whose submissions stay. */
  readonly keptImports: readonly string[];
  /** Nothing before this time is to be deleted. */
  readonly start: string;
  /** False if the owner keeps these submissions now, or the plan does not include deletion. */
  readonly isWanted: boolean;
}

/** The run that has waited longest; others cannot take it until the transaction ends. */
export async function takeRun(client: ClientBase, plans: Plans): Promise<TakenRun | null> {
  const { rows } = await client.query<TakenRun>(
    `select form_id as "formId", forms.user_id as "userId", before, deleted_count as "deletedCount",
       last_at as "lastAt", last_id as "lastId", imported.kept as "keptImports", imported.start::text, users.id is not null and retention_days is not null
         and before <= ${expirySql('retention_days')} as "isWanted"
     from retention_runs left join forms on forms.id = form_id
       left join users on users.id = forms.user_id and ($1::text[] is null or users.plan = any ($1))
       cross join lateral (${importsSql('retention_runs.form_id', 'before', 'done_before')}) as imported
     where finished_at is null order by touched_at, form_id limit 1 for update of retention_runs skip locked`,
    [plans],
  );
  return rows[0] ?? null;
}

/** The oldest submissions of both folders from a position on; they are deleted in the order of their ids. */
const chosenSql = (condition: string) => `
  select unnest(array(
    select found.id from ${foldersSql} cross join lateral (
      select created_at, id from submissions
      where form_id = $1 and submissions.is_spam = folder.is_spam and created_at < $2 and (created_at, id) > ($3, $4::uuid)
        and ${condition}
      order by created_at, id limit $5
    ) as found order by found.created_at, found.id limit $5
  )) as id order by id`;
const deleteSql = silentDeletionSql(chosenSql('true'));
/** Where older submissions stay, the end of the run can't name the last one for all: the feed names each of them. */
const deleteAmongSql = quietDeletionSql(chosenSql(notOfImportsSql('$6::uuid[]')));

/** The result of a piece; null if it deleted nothing. */
export interface DeletedPiece {
  readonly count: number;
  /** The last one that it deleted; null if the feed names each. */
  readonly last: Position | null;
}

/** Deletes a piece of a run, the oldest submissions first. */
export async function deletePiece(client: ClientBase, run: TakenRun, limit: number): Promise<DeletedPiece | null> {
  const { formId, before, lastAt, lastId, keptImports, start } = run;
  const values = [formId, before, lastAt ?? start, lastId ?? lowestId, limit];
  if (keptImports.length > 0) {
    const among = { name: 'expired-among-imported', text: deleteAmongSql, values: [...values, keptImports] };
    const [deleted] = (await client.query<{ count: number }>(among)).rows;
    return deleted && deleted.count > 0 ? { count: deleted.count, last: null } : null;
  }
  const { rows } = await client.query<Position & { count: number }>({ name: 'expired-piece', text: deleteSql, values });
  const [deleted] = rows;
  return deleted && deleted.count > 0 ? { count: deleted.count, last: deleted } : null;
}

/** Saves the position of a run, in the transaction that deleted the piece. */
export async function notePiece(client: ClientBase, formId: string, piece: DeletedPiece): Promise<void> {
  await client.query(
    `update retention_runs
     set deleted_count = deleted_count + $2, last_at = coalesce($3, last_at), last_id = coalesce($4::uuid, last_id),
       touched_at = clock_timestamp()
     where form_id = $1`,
    [formId, piece.count, piece.last?.createdAt ?? null, piece.last?.id ?? null],
  );
}

/**
 * A single change for everything that a run deleted: it names the last submission, and includes all before it. Targets
 * get no deliveries, so this does not use `record_changes`. Only the head is locked here, so there is no deadlock with
 * counters.
 */
const recordSql = `
with head as (
  insert into change_heads (user_id, position) values ($1, 1)
  on conflict (user_id) do update set position = change_heads.position + 1
  returning position
)
insert into changes (user_id, first_position, type, ids, form_ids, at, up_to)
select $1, position, 'deleted', array[$3::uuid], array[$2::uuid], clock_timestamp(), $4 from head`;

/** Ids in one change. */
const retoldAtOnce = 1_000;

/**
 * Submissions that were imported while a run deleted, and that are older than the last one that it names: its readers
 * drop them with all others before it, so they are told of them again. The head is locked already, so that an import
 * that ends later is told of later.
 */
const retellSql = `
with kept as (
  select submissions.id, (row_number() over (order by submissions.id) - 1) / ${retoldAtOnce} as part
  from imports join submissions on import_id = imports.id
  where imports.form_id = $2 and not is_spam and (submissions.created_at, submissions.id) <= ($4, $3::uuid)
), parts as (
  select part, array_agg(id) as ids from kept group by part
), head as (
  update change_heads set position = position + (select count(*) from kept)
  where user_id = $1 and exists (select from kept)
  returning position - (select count(*) from kept) as before
)
insert into changes (user_id, first_position, type, ids, form_ids, at)
select $1, before + part * ${retoldAtOnce} + 1, 'imported', ids, array[$2::uuid], clock_timestamp()
from head cross join parts`;

/** Ends a run and records it in the change feed; both happen once. */
export async function finishRun(client: ClientBase, run: TakenRun): Promise<void> {
  const { formId, userId, lastAt, lastId } = run;
  if (userId === null) {
    await client.query('delete from retention_runs where form_id = $1', [formId]);
    return;
  }
  if (lastId !== null) {
    await client.query(recordSql, [userId, formId, lastId, lastAt]);
    await client.query(retellSql, [userId, formId, lastId, lastAt]);
  }
  await client.query(
    `update retention_runs set finished_at = now(), touched_at = now(),
       done_before = case when $2 then before else done_before end
     where form_id = $1`,
    [formId, run.isWanted],
  );
}

/** Moves a run to the end of the queue, so that one that fails does not block the others. */
export async function putLast(pool: Pool, formId: string): Promise<void> {
  await pool.query('update retention_runs set touched_at = clock_timestamp() where form_id = $1', [formId]);
}

/** How long the most overdue submission has exceeded its form's retention, in seconds. */
export async function measureOverdue(pool: Pool, plans: Plans): Promise<number> {
  const { rows } = await pool.query<{ overdue: number }>(
    `select coalesce(max(greatest(0, extract(epoch from ${expirySql('retention_days')} - oldest.at))), 0)::float8 as overdue
     from ${activeForms} left join retention_runs as last on last.form_id = forms.id ${oldestOfForm}
     where retention_days is not null`,
    [plans],
  );
  return rows[0]?.overdue ?? 0;
}

export interface RetainedForm {
  readonly id: string;
  readonly name: string;
  readonly days: number;
  /** False while its plan does not include retention: nothing is deleted. */
  readonly isActive: boolean;
  readonly expired: number;
}

/** Every form with a retention, with the number of its expired submissions. */
export async function listRetained(pool: Pool, plans: Plans): Promise<RetainedForm[]> {
  const { rows } = await pool.query<Omit<RetainedForm, 'expired'>>(
    `select forms.id, forms.name, retention_days as days, $1::text[] is null or coalesce(plan = any ($1), false) as "isActive"
     from forms join users on users.id = user_id where retention_days is not null order by forms.id`,
    [plans],
  );
  const forms: RetainedForm[] = [];
  for (const form of rows) {
    const counted = await pool.query<{ count: number }>(countExpiredSql, [form.id, form.days, null]);
    forms.push({ ...form, expired: counted.rows[0]?.count ?? 0 });
  }
  return forms;
}

/** Whether any process has a run in progress. */
export async function hasRuns(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from retention_runs where finished_at is null limit 1');
  return rowCount === 1;
}
