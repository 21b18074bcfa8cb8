import type pg from 'pg';
import { websiteOrigin } from '#product/forms.ts';
import type { Product } from '#product/start-product.ts';

/** The number of forms in the dashboards: a full account of the largest plan. */
const FORMS = 20;
/** Each form besides the large one has so few submissions that the search needs no index for it. */
const ROWS_OF_SMALL_FORM = 10_000;
const SHARE_OF_LARGE_FORM = 5;

export const smallRows = 1_000;
export const largeRows = 5_000_000;
export const largeFormRows = largeRows / SHARE_OF_LARGE_FORM;

/** Some 200 bytes of fields. The numbered text occurs once, the sentence everywhere. */
const dataSql = `('{"name":"Visitor ' || n || '","email":"visitor' || n || '@example.com","message":"I would like to know '
  || 'whether your workshop in May has places left, and what it costs. Regards from '
  || (array['Madrid', 'Málaga', 'Sevilla', 'Bilbao', 'Valencia'])[1 + n / 5 % 5] || '"}')::json`;

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

/** Three seconds apart, the newest two minutes ago. */
const ageSql = `(n - $1::int) * interval '3 seconds' - interval '2 minutes'`;

/** Gives an account a plan that may read, and this many forms; returns their ids. */
export async function seedForms({ pool, makeFormsOf }: Product, userId: string, count = FORMS): Promise<string[]> {
  await pool.query(
    `update users set plan = 'pro', subscription_status = 'active', stripe_subscription_id = 'sub_bench' where id = $1`,
    [userId],
  );
  return (await makeFormsOf(userId, count)).map(({ id }) => id);
}

/** Fills one form. */
export async function seedSmall(pool: pg.Pool, formId: string): Promise<void> {
  await pool.query(insertSql('$2', dataSql), [smallRows, formId]);
  await count(pool);
}

/**
 * Fills a large form and, in the same order of time, enough small forms for the rest: rows of one form are spread over
 * the table, as with many websites that submit at once.
 */
export async function seedLarge(product: Product, ownForms: readonly string[], strangerId: string): Promise<void> {
  const { pool } = product;
  const [large, ...own] = ownForms;
  const others = (largeRows - largeFormRows) / ROWS_OF_SMALL_FORM - own.length;
  const small = [...own, ...(await seedForms(product, strangerId, others))];
  const formSql = `case when n % ${SHARE_OF_LARGE_FORM} = 0 then $2
    else ($3::uuid[])[1 + n / ${SHARE_OF_LARGE_FORM} % array_length($3, 1)] end`;
  await pool.query(insertSql(formSql, dataSql), [largeRows, large, small]);
  await count(pool);
}

/** Inserts submissions numbered by `n`; its parameter is their count. */
export function insertSql(formSql: string, dataSql: string): string {
  return `insert into submissions (id, form_id, data, origin, user_agent, created_at)
    select uuidv7(age), ${formSql}::uuid, ${dataSql}, '${websiteOrigin}', '${userAgent}', now() + age
    from (select n, ${ageSql} as age from generate_series(1, $1::int) as n) as numbered`;
}

/**
 * Sets the counters as the worker would, and runs the maintenance that PostgreSQL does some time after such an insert.
 */
async function count(pool: pg.Pool): Promise<void> {
  await pool.query('truncate form_totals, daily_form_counters, daily_origin_counters, monthly_usage');
  await pool.query(`insert into daily_form_counters (form_id, day, submission_count)
    select form_id, (created_at at time zone 'UTC')::date, count(*) from submissions group by 1, 2`);
  await pool.query(`insert into daily_origin_counters (form_id, day, origin, submission_count)
    select form_id, (created_at at time zone 'UTC')::date, origin, count(*) from submissions group by 1, 2, 3`);
  await pool.query(`insert into form_totals (form_id, submission_count, last_submission_at)
    select form_id, count(*), max(created_at) from submissions group by 1`);
  await pool.query(`insert into monthly_usage (user_id, month, submission_count)
    select user_id, date_trunc('month', day)::date, sum(submission_count)
    from daily_form_counters join forms on forms.id = form_id group by 1, 2`);
  await pool.query('vacuum (analyze) submissions, form_totals, daily_form_counters, monthly_usage, forms');
  await pool.query('checkpoint');
}
