import { randomUUID } from 'node:crypto';
import { type TargetSecrets, targetContext } from '@inlet/contracts/target-secrets';
import { secretsSchema } from '@inlet/service/config';
import { createSealing } from '@inlet/service/sealing';
import type pg from 'pg';

export type Target = {
  /** Has what waits delivered. */
  release: () => Promise<void>;
  /** Whether every delivery has arrived. */
  isEmpty: () => Promise<boolean>;
  remove: () => Promise<void>;
};

/** Connects a receiver to a form. The target is active, and its deliveries wait until they are released. */
export async function addTarget(
  pool: pg.Pool,
  encryptionKeys: string,
  endpointId: string,
  url: string,
): Promise<Target> {
  const id = randomUUID();
  const secrets: TargetSecrets = { url, headers: {}, settings: {}, secret: 'whsec_YmVuY2htYXJr', oldSecret: null };
  const sealed = createSealing(secretsSchema.parse(encryptionKeys)).seal(JSON.stringify(secrets), targetContext(id));
  await pool.query(
    `insert into targets (id, form_id, kind, name, sealed, events, fields, next_attempt_at)
     select $2, id, 'webhook', 'Benchmark', $3, array['submission.created'], '{}', now() + interval '1 day'
     from forms where endpoint_id = $1`,
    [endpointId, id, sealed],
  );
  return {
    release: async () => {
      await pool.query('update targets set next_attempt_at = null where id = $1', [id]);
    },
    isEmpty: async () => (await pool.query('select from deliveries limit 1')).rowCount === 0,
    remove: async () => {
      await pool.query('delete from targets where id = $1', [id]);
      await pool.query('truncate deliveries, delivery_attempts');
    },
  };
}
