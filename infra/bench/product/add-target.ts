import { randomUUID } from 'node:crypto';
import { type TargetSecrets, targetContext } from '@inlet/contracts/target-secrets';
import { secretsSchema } from '@inlet/service/config';
import { createSealing } from '@inlet/service/sealing';
import type pg from 'pg';

/** Connects a receiver to a form of a plan with webhooks, and answers how to take it away with what waits for it. */
export async function addTarget(
  pool: pg.Pool,
  encryptionKeys: string,
  endpointId: string,
  url: string,
): Promise<() => Promise<void>> {
  const id = randomUUID();
  const secrets: TargetSecrets = { url, headers: {}, settings: {}, secret: 'whsec_YmVuY2htYXJr', oldSecret: null };
  const sealed = createSealing(secretsSchema.parse(encryptionKeys)).seal(JSON.stringify(secrets), targetContext(id));
  const owner = '(select user_id from forms where endpoint_id = $1)';
  await pool.query(`update users set plan = 'pro', subscription_status = 'active' where id = ${owner}`, [endpointId]);
  await pool.query(
    `insert into targets (id, form_id, kind, name, sealed, events, fields)
     select $2, id, 'webhook', 'Benchmark', $3, array['submission.created'], '{}' from forms where endpoint_id = $1`,
    [endpointId, id, sealed],
  );
  return async () => {
    await pool.query('delete from targets where id = $1', [id]);
    await pool.query('truncate deliveries, delivery_attempts');
  };
}
