import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Position, Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';

export interface NamesPage {
  readonly names: readonly string[];
  /** The end of the page; null if nothing of the range remains after it. */
  readonly last: Position | null;
}

export interface NamesWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  readonly range: Range;
  readonly rowsMax: number;
  readonly namesMax: number;
}

/** The field names of the newest submissions of a range; the database reads only the names. */
export async function findNames(
  pool: Queryable,
  { formId, filter, range, rowsMax, namesMax }: NamesWanted,
): Promise<NamesPage> {
  const { after, before } = range;
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const conditions = ['true', ...matchConditions(filter, values)].join(' and ');
  values.push(rowsMax, namesMax);
  const [rowsLimit, namesLimit] = [`$${values.length - 1}`, `$${values.length}`];
  const { rows } = await pool.query<{ names: string[]; count: number; createdAt: Date; id: string }>(
    `
with newest as materialized (
  select id, created_at, origin, data, rule_errors, confirmed_at from submissions
  where form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)
  order by created_at desc, id desc limit ${rowsLimit}
), names as (
  select distinct name from (select data from newest where ${conditions}) as wanted cross join json_object_keys(data) as name
  limit ${namesLimit}
)
select array(select name from names order by name) as names, (select count(*)::int from newest) as count, created_at as "createdAt", id
from newest order by created_at, id limit 1`,
    values,
  );
  const [row] = rows;
  if (!row) return { names: [], last: null };
  return { names: row.names, last: row.count < rowsMax ? null : { createdAt: row.createdAt, id: row.id } };
}

/** True if any submission of a form was assigned to somebody. */
export async function usesAssignees(pool: Queryable, formId: string): Promise<boolean> {
  const { rows } = await pool.query<{ uses: boolean }>({
    name: 'uses-assignees',
    text: 'select exists (select from submission_states where form_id = $1 and assignee_id is not null) as uses',
    values: [formId],
  });
  return rows[0]?.uses ?? false;
}

/** True if a form asks its visitors to confirm their address, or any visitor has. */
export async function usesConfirmations(pool: Queryable, formId: string): Promise<boolean> {
  const { rows } = await pool.query<{ uses: boolean }>({
    name: 'uses-confirmations',
    text: `select exists (select from notifications where form_id = $1 and confirm_addresses)
      or exists (select from submissions where form_id = $1 and confirmed_at is not null) as uses`,
    values: [formId],
  });
  return rows[0]?.uses ?? false;
}

/** True if any submission of a form was starred, tagged, noted or finished. */
export async function usesStates(pool: Queryable, formId: string): Promise<boolean> {
  const has = (condition: string) => `exists (select from submission_states where form_id = $1 and ${condition})`;
  const { rows } = await pool.query<{ uses: boolean }>({
    name: 'uses-states',
    text: `select ${["status = 'done'", 'is_starred', "tags <> '{}'", 'note is not null'].map(has).join(' or ')} as uses`,
    values: [formId],
  });
  return rows[0]?.uses ?? false;
}
