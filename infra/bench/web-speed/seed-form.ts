import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import pg from 'pg';
import { makeForms } from '#product/forms.ts';
import { insertSql } from '#reading/seed.ts';
import { demoCredentials } from '#with-browser.ts';

type Stores = { databaseUrl: string; redisUrl: string; redisPrefix: string };

/** Twelve fields, so that the list has as many columns as it may show. */
const dataSql = `json_build_object('name', 'Visitor ' || n, 'email', 'visitor' || n || '@example.com',
  'message', 'I would like to know whether your workshop in May has places left, and what it costs.',
  'company', 'Company ' || n % 1000, 'phone', '+34 600 ' || n, 'city', 'Sevilla', 'country', 'Spain',
  'workshop', 'May', 'people', (n % 9)::text, 'budget', (n % 5000)::text, 'source', 'A friend', 'newsletter', 'yes')`;

/**
 * Makes a form of the demo account that holds so many submissions, as the worker would have stored them. They do not
 * count in its month; the arrivals during the measurement do.
 */
export async function seedForm({ databaseUrl, redisUrl, redisPrefix }: Stores, rows: number) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const redis = createRedis(redisUrl, {}, redisPrefix);
  try {
    const { rows: users } = await pool.query('select id from users where email = $1', [demoCredentials.email]);
    const [form] = await makeForms({ pool, redis, keys: redisKeys(redisPrefix) }, { userId: users[0]?.id, lane: 0 }, 1);
    if (!form) throw new Error('The form was not made');
    await pool.query(insertSql('$2', dataSql), [rows, form.id]);
    await pool.query(
      `insert into form_totals (form_id, submission_count, last_submission_at)
       select form_id, count(*), max(created_at) from submissions where form_id = $1 group by 1`,
      [form.id],
    );
    await pool.query('vacuum (analyze) submissions, form_totals');
    return form;
  } finally {
    redis.disconnect();
    await pool.end();
  }
}
