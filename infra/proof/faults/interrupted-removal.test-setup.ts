import { randomUUID } from 'node:crypto';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/testing/wait-until';

/**
 * Brings a worker into the middle of a transaction and keeps it there: it removes a deleted form, one submission of
 * which is held by somebody else. What breaks then breaks in its hands. Answers how to let go.
 */
export async function holdRemoval({ database: { pool } }: Fleets): Promise<() => void> {
  const formId = randomUUID();
  await pool.query(`insert into submissions (id, form_id, data, created_at) values ($1, $2, '{}', now())`, [
    randomUUID(),
    formId,
  ]);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from submissions where form_id = $1 for update', [formId]);
  await pool.query('insert into form_deletions (form_id) values ($1)', [formId]);
  const isHeld = async () => {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where application_name = 'worker' and wait_event_type = 'Lock'",
    );
    return rowCount !== 0;
  };
  await waitUntil(isHeld, { timeoutMs: 20_000, what: 'a worker to be in a transaction' });
  return () => holder.release(true);
}
