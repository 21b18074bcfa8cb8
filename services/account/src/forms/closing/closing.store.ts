import type { Queryable } from '@inlet/db/cancellable';
import type { Form, FormTotal } from '@inlet/db/client';
import { countedSql, isOpenSql } from '@inlet/submissions/open-form-sql';

/** The stored submissions that count towards the numbers of forms, by form id; forms without a number are left out. */
export async function countSubmissions(pool: Queryable, formIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; count: number }>({
    name: 'counted-submissions',
    text: `select id, (${countedSql})::float8 as count from forms
      where id = any($1::uuid[]) and max_submissions is not null`,
    values: [formIds],
  });
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The forms of an account that take nothing because of their times or their number. */
export async function findClosed(pool: Queryable, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'closed-forms',
    text: `select id from forms where user_id = $1 and not (${isOpenSql('now()')})`,
    values: [userId],
  });
  return rows.map(({ id }) => id);
}

/** A form with its counters, and with the submissions that count towards its number; null without a number. */
export interface CountedForm {
  readonly form: Form;
  readonly total: FormTotal | null;
  readonly counted: number | null;
}

/** Counts for forms that have a number; the others cost no query. */
export async function addCounts(
  pool: Queryable,
  forms: readonly Omit<CountedForm, 'counted'>[],
): Promise<CountedForm[]> {
  const ids = forms.flatMap(({ form }) => (form.maxSubmissions === null ? [] : [form.id]));
  const counts = ids.length > 0 ? await countSubmissions(pool, ids) : null;
  return forms.map((found) => ({
    ...found,
    counted: found.form.maxSubmissions === null ? null : (counts?.get(found.form.id) ?? 0),
  }));
}
