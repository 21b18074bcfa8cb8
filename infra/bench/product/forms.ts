import { randomBytes, randomUUID } from 'node:crypto';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { planLimits, systemPlan } from '@inlet/contracts/plans';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import type { Redis } from 'ioredis';
import type pg from 'pg';

/** The website that the load claims to come from; every submission's origin is checked. */
export const websiteOrigin = 'https://www.example.com';

/** The largest plan. */
const { submissionsPerMonth, bytesPerMonth } = planLimits(systemPlan);
const ENDPOINT_ID_BYTES = 6;

type Stores = { pool: pg.Pool; redis: Redis; keys: RedisKeys };
type Account = { userId: string; lane: number };

/** Creates an account whose monthly limit no load reaches, with its counter in its lane. */
export async function makeAccount({ pool, redis }: Omit<Stores, 'keys'>, prefix: string, lane = 0): Promise<Account> {
  const userId = randomUUID();
  const values = [userId, `${userId}@x.test`, systemPlan, lane];
  await pool.query(`insert into users (id, email, password_hash, plan, lane) values ($1, $2, '-', $3, $4)`, values);
  await makeCounter(redis, redisKeys(lanePrefix(prefix, lane)), { userId, month: monthOf(Date.now()) });
  return { userId, lane };
}

/**
 * Creates forms of an account. It inserts the rows as the worker joins them, without outbox entries that the relay
 * would process; instead it writes the directory's entries, and the mark of a complete directory.
 */
export async function makeForms({ pool, redis, keys }: Stores, { userId, lane }: Account, count: number) {
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
      ...(lane > 0 && { lane }),
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
