import { isRowRefused } from '@inlet/db/faults';
import { savepoint, transaction } from '@inlet/db/transaction';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Pool, PoolClient } from 'pg';
import { insertSubmissions } from '#submissions/submissions.store.ts';

class TakenBack extends Error {}

/**
 * Stores a submission as any other, and takes it back before anybody can see it. Returns false if the database refuses
 * it, or if its form is gone.
 */
export async function tryStoring(pool: Pool, submission: AcceptedSubmission): Promise<boolean> {
  let count = 0;
  const store = async (client: PoolClient) => {
    ({ count } = await insertSubmissions(client, [submission]));
    throw new TakenBack();
  };
  await transaction(
    pool,
    (client) =>
      savepoint(client, () => store(client)).catch((error: unknown) => {
        if (!(error instanceof TakenBack || isRowRefused(error))) throw error;
      }),
    { lockTimeoutMs: 5_000 },
  );
  return count === 1;
}
