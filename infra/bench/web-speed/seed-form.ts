import { randomBytes, randomUUID } from 'node:crypto';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import pg from 'pg';

export type SeededForm = { id: string; endpointId: string };
export type Stores = { databaseUrl: string; redisUrl: string; redisPrefix: string };

export const website = 'https://www.example.com';
/** No plan allows so much in a month; what arrives while we measure is no business of a plan. */
const SUBMISSION_LIMIT = 2_000_000_000;
const ENDPOINT_ID_BYTES = 6;

/** Twelve fields, so that the list has as many columns as it may show. */
const dataSql = `json_build_object('name', 'Visitor ' || n, 'email', 'visitor' || n || '@example.com',
  'message', 'I would like to know whether your workshop in May has places left, and what it costs.',
  'company', 'Company ' || n % 1000, 'phone', '+34 600 ' || n, 'city', 'Sevilla', 'country', 'Spain',
  'workshop', 'May', 'people', (n % 9)::text, 'budget', (n % 5000)::text, 'source', 'A friend', 'newsletter', 'yes')`;

/** Makes a form of the demo account that holds so many submissions, as the worker would have stored them. */
export async function seedForm(stores: Stores, rows: number): Promise<SeededForm> {
  const pool = new pg.Pool({ connectionString: stores.databaseUrl, max: 1 });
  const redis = createRedis(stores.redisUrl, {});
  try {
    const form = { id: randomUUID(), endpointId: randomBytes(ENDPOINT_ID_BYTES).toString('hex') };
    const userId = await insertForm(pool, form);
    await insertSubmissions(pool, form.id, rows);
    const entry: FormEntry = {
      id: form.id,
      userId,
      name: 'Large',
      isActive: true,
      allowedOrigins: [website],
      submissionLimit: SUBMISSION_LIMIT,
      byteLimit: 1_000_000_000_000,
      bodyMaxBytes: null,
    };
    await redis.set(redisKeys(stores.redisPrefix).form(form.endpointId), JSON.stringify(entry));
    return form;
  } finally {
    redis.disconnect();
    await pool.end();
  }
}

async function insertForm(pool: pg.Pool, { id, endpointId }: SeededForm): Promise<string> {
  const { rows } = await pool.query<{ user_id: string }>(
    `insert into forms (id, user_id, name, endpoint_id, allowed_origins)
     select $1, id, 'Large', $2, $3 from users where email = 'demo@inlet.local' returning user_id`,
    [id, endpointId, [website]],
  );
  const [form] = rows;
  if (!form) throw new Error('There is no demo account');
  return form.user_id;
}

async function insertSubmissions(pool: pg.Pool, formId: string, rows: number): Promise<void> {
  await pool.query(
    `insert into submissions (id, form_id, data, origin, user_agent, created_at)
     select uuidv7(age), $2, ${dataSql}, '${website}', 'Mozilla/5.0', now() + age
     from (select n, (n - $1::int) * interval '3 seconds' - interval '2 minutes' as age
           from generate_series(1, $1::int) as n) as numbered`,
    [rows, formId],
  );
  await pool.query(
    `insert into form_totals (form_id, submission_count, last_submission_at)
     select form_id, count(*), max(created_at) from submissions where form_id = $1 group by 1
     on conflict (form_id) do update set submission_count = excluded.submission_count`,
    [formId],
  );
  await pool.query('vacuum (analyze) submissions, form_totals');
}
