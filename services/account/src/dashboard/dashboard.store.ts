import type { Form } from '@inlet/db/client';
import type { Pool } from 'pg';
import { type MeasuredRow, measured, measuredColumns } from '#inbox/submissions/submission-row.ts';

/** Bytes of fields in one statement. */
const latestBytes = 1_000_000;

/** The newest submissions of each form are found by the index, and the newest of these are read. */
const latestSql = measured(
  `select ${measuredColumns} from submissions where id = any(array(
     select newest.id from forms cross join lateral (
       select id, created_at from submissions where form_id = forms.id and not is_spam
       order by created_at desc, id desc limit $2
     ) as newest
     where forms.user_id = $1 and ($3::uuid[] is null or forms.id = any($3)) order by newest.created_at desc, newest.id desc limit $2
   )) order by created_at desc, id desc`,
  latestBytes,
);

/** The newest submissions in the inboxes of an account. */
export async function findLatest(
  pool: Pool,
  userId: string,
  seen: readonly string[] | null,
  limit: number,
): Promise<MeasuredRow[]> {
  const values = [userId, limit, seen];
  return (await pool.query<MeasuredRow>({ name: 'latest-of-account', text: latestSql, values })).rows;
}

export interface NamedForm extends Pick<Form, 'fieldRoles'> {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly allowedOrigins: readonly string[];
  readonly readBefore: Date | null;
}

export async function findNames(pool: Pool, userId: string, seen: readonly string[] | null): Promise<NamedForm[]> {
  const { rows } = await pool.query<NamedForm>({
    name: 'names-of-forms',
    text: `select id, name, is_active as "isActive", allowed_origins as "allowedOrigins", read_before as "readBefore",
      field_roles as "fieldRoles" from forms
      where user_id = $1 and ($2::uuid[] is null or id = any($2)) order by created_at desc, id desc`,
    values: [userId, seen],
  });
  return rows;
}

/** Recent submissions that arrived as spam and still exist. */
const spamSql = `
select form_totals.form_id as "formId", least(spam_count, recent.count)::bigint as count
from form_totals cross join lateral (
  select sum(spam_count) as count from daily_form_counters
  where form_id = form_totals.form_id and day > (now() at time zone 'UTC')::date - 7
) as recent
where form_totals.form_id = any($1) and form_totals.spam_count > 0 and recent.count > 0
order by count desc, form_totals.form_id`;

export async function countSpam(pool: Pool, formIds: readonly string[]) {
  const { rows } = await pool.query<{ readonly formId: string; readonly count: number }>({
    name: 'recent-spam',
    text: spamSql,
    values: [formIds],
  });
  return rows;
}
