import { randomBytes, randomUUID } from 'node:crypto';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { planLimits, systemPlan } from '@inlet/contracts/plans';
import type { RedisKeys } from '@inlet/redis/keys';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import type { Redis } from 'ioredis';
import type pg from 'pg';

/** The website that the load pretends to come from; its origin is checked at each submission. */
export const websiteOrigin = 'https://www.example.com';

/** The largest plan. */
const { submissionsPerMonth, bytesPerMonth } = planLimits(systemPlan);
const ENDPOINT_ID_BYTES = 6;

type Stores = { pool: pg.Pool; redis: Redis; keys: RedisKeys };

/** Makes an account with a month that no load uses up, and answers its id. */
export async function makeAccount({ pool, redis, keys }: Stores): Promise<string> {
  const userId = randomUUID();
  const values = [userId, `${userId}@x.test`, systemPlan];
  await pool.query(`insert into users (id, email, password_hash, plan) values ($1, $2, '-', $3)`, values);
  await makeCounter(redis, keys, { userId, month: monthOf(Date.now()) });
  return userId;
}

/**
 * Makes forms of an account. The rows go into the database, as the worker joins them. No outbox entry tells the relay
 * of them: their entries of the directory are written here, beside the mark of a complete directory.
 */
export async function makeForms({ pool, redis, keys }: Stores, userId: string, count: number) {
  const forms = Array.from({ length: count }, () => ({
    id: randomUUID(),
    endpointId: randomBytes(ENDPOINT_ID_BYTES).toString('hex'),
  }));
  await pool.query(
    `insert into forms (id, user_id, name, endpoint_id, allowed_origins)
     select id, $2, 'Contact', endpoint_id, $4 from unnest($1::uuid[], $3::text[]) as f(id, endpoint_id)`,
    [forms.map(({ id }) => id), userId, forms.map(({ endpointId }) => endpointId), [websiteOrigin]],
  );
  const entries = forms.flatMap(({ id, endpointId }) => {
    const entry: FormEntry = {
      id,
      userId,
      name: 'Contact',
      isActive: true,
      allowedOrigins: [websiteOrigin],
      submissionLimit: submissionsPerMonth,
      byteLimit: bytesPerMonth,
      bodyMaxBytes: null,
    };
    return [keys.form(endpointId), JSON.stringify(entry)];
  });
  await redis.mset(...entries);
  return forms;
}
