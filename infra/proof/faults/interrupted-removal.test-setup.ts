import { randomUUID } from 'node:crypto';
import { buildSubmission } from '@inlet/testing/build-submission';
import { waitUntil } from '@inlet/testing/wait-until';
import { blockedBackends, type House } from '#house/house.test-setup.ts';

/**
 * Brings a worker into the middle of a transaction and keeps it there: it removes a deleted form, one submission of
 * which is held by somebody else. What breaks then breaks in its hands. Answers how to let go.
 */
export async function holdRemoval(house: House): Promise<() => void> {
  const { pool, prisma } = house.database;
  const formId = randomUUID();
  await buildSubmission(prisma, { formId });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from submissions where form_id = $1 for update', [formId]);
  await pool.query('insert into form_deletions (form_id) values ($1)', [formId]);
  const isHeld = async () => (await blockedBackends(house)).length > 0;
  await waitUntil(isHeld, { what: 'a worker to be in a transaction' });
  return () => holder.release(true);
}
