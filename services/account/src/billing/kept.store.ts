import type { Pool } from 'pg';

export interface Kept {
  readonly forms: number;
  readonly submissions: number;
}

/** The number of an account's forms and of their submissions. */
export async function countKept(pool: Pool, userId: string): Promise<Kept> {
  const { rows } = await pool.query<Kept>(
    `select count(*)::int as forms, coalesce(sum(form_totals.submission_count), 0)::bigint as submissions
     from forms left join form_totals on form_totals.form_id = forms.id where forms.user_id = $1`,
    [userId],
  );
  return rows[0] ?? { forms: 0, submissions: 0 };
}
