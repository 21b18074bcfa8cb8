import { sessionSchema } from '@inlet/contracts/sessions';
import type pg from 'pg';
import { expect } from 'vitest';
import { postJson } from '#house/house.test-setup.ts';

/** Data as the first release wrote it. */
export const firstRelease = {
  email: 'ada@example.com',
  password: 'a password of the first release',
  userId: '01890000-0000-7000-8000-000000000001',
  formId: '01890000-0000-7000-8000-000000000002',
  endpointId: 'a1b2c3d4e5f6',
  /** The session's id, and the secret of its newest token. */
  refreshToken: `01890000-0000-7000-8000-000000000003.${'A'.repeat(43)}`,
  storedId: '01890000-0000-7000-8000-000000000004',
  waitingId: '01890000-0000-7000-8000-000000000005',
} as const;

const { userId, formId, endpointId, storedId, waitingId } = firstRelease;
/** The hashes of the password and of the token's secret, as that release computed them. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$kNj+w7Tw74/ZwfkuBN1R4g$9xB755ZPVvmqbqK0YuoKzuOvIN1xsnMd09K7t5UN14I';
const tokenHash = 'DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo';
const month = new Date().toISOString().slice(0, 7);

/** Rows of every table that the first release filled. */
const rows = `
insert into users (id, email, password_hash, plan, subscription_status, stripe_customer_id, stripe_subscription_id)
values ('${userId}', '${firstRelease.email}', '${passwordHash}', 'pro', 'active', 'cus_1', 'sub_1');
insert into sessions (id, user_id, token_hash, expires_at)
values ('01890000-0000-7000-8000-000000000003', '${userId}', '${tokenHash}', now() + interval '30 days');
insert into forms (id, user_id, name, description, endpoint_id, allowed_origins)
values ('${formId}', '${userId}', 'Contact', 'Of old', '${endpointId}', '{}');
insert into submissions (id, form_id, data, origin, user_agent, created_at)
values ('${storedId}', '${formId}', '{"name": "Ada", "z": 1, "a": 2}', null, 'a browser', '${month}-01T00:00:00Z');
insert into form_totals (form_id, submission_count, last_submission_at)
values ('${formId}', 1, '${month}-01T00:00:00Z');
insert into daily_form_counters (form_id, day, submission_count) values ('${formId}', '${month}-01', 1);
insert into monthly_usage (user_id, month, submission_count) values ('${userId}', '${month}-01', 1);
insert into products (id, name, metadata) values ('prod_1', 'Pro', '{"plan_key": "pro"}');
insert into prices (id, product_id, currency, unit_amount, type, metadata)
values ('price_1', 'prod_1', 'eur', 18000, 'recurring', '{}');
insert into outbox (topic, key) values ('form', '${endpointId}');
`;

export async function fillFirstRelease(client: pg.Client): Promise<void> {
  await client.query(rows);
}

interface HourCount {
  readonly day: string;
  readonly hour: number;
  readonly count: number;
  readonly late: number;
}

/** Counts as workers stored them before there were half hours. */
export async function countByHours(client: pg.Client, { day, hour, count, late }: HourCount): Promise<void> {
  const before = Array<number>(hour).fill(0);
  const after = Array<number>(23 - hour).fill(0);
  await client.query(
    `insert into daily_form_counters (form_id, day, submission_count, spam_count, hours, late_hours)
     values ($1, $2, $3, 0, $4::int8[] || $3::int8 || $5::int8[], array_fill($6::int4, array[1], array[$7::int]))
     on conflict (form_id, day) do update set
       submission_count = daily_form_counters.submission_count + excluded.submission_count,
       hours[$7::int] = daily_form_counters.hours[$7::int] + excluded.submission_count,
       late_hours[$7::int] = coalesce(daily_form_counters.late_hours[$7::int], 0) + $6::int4`,
    [formId, day, count, before, after, late, hour + 1],
  );
}

/** A batch as the first release queued it, without any later field. */
export const oldBatch = {
  forms: [[formId, userId]],
  origins: ['https://example.com'],
  userAgents: [],
  startMs: Date.parse(`${month}-01T00:00:01Z`),
  rows: [[waitingId, 0, 5, 0, -1, '{"name":"Grace"}']],
};

/** All columns of the first release, for a comparison before and after an upgrade. */
export async function readFirstRelease(client: pg.Client): Promise<unknown[]> {
  const tables = [
    `select id, email, password_hash, plan, subscription_status, stripe_customer_id, created_at from users`,
    `select id, user_id, token_hash, expires_at from sessions`,
    `select id, user_id, name, description, endpoint_id, allowed_origins, is_active, created_at from forms`,
    `select id, form_id, data::text, origin, user_agent, created_at from submissions`,
    `select form_id, submission_count::int, last_submission_at from form_totals`,
    `select form_id, day::text, submission_count::int from daily_form_counters`,
    `select user_id, month::text, submission_count::int from monthly_usage`,
    `select id, name, metadata from products`,
    `select id, product_id, currency, unit_amount from prices`,
    `select topic, key from outbox`,
  ];
  const results = [];
  for (const table of tables) results.push((await client.query(table)).rows);
  return results;
}

/** Exchanges the refresh token of that account for an access token. */
export async function refresh(gateway: string): Promise<string> {
  const answer = await postJson(`${gateway}/api/auth/refresh`, { refresh_token: firstRelease.refreshToken });
  expect(answer.status).toBe(200);
  return sessionSchema.parse(await answer.json()).access_token;
}
