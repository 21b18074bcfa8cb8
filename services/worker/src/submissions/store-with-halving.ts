import { isRowRefused } from '@inlet/db/faults';
import { savepoint, type TransactionOptions, transaction } from '@inlet/db/transaction';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Pool, PoolClient } from 'pg';
import { type Judgements, noJudgements } from '#spam/judge/judgements.ts';
import { type Inserted, insertSubmissions, joinInserted, nothingInserted } from '#submissions/submissions.store.ts';

/** Sets aside a submission that the database refuses on its own. */
export type SetAside = (submission: AcceptedSubmission, reason: string, client: PoolClient) => Promise<void>;

export interface StoreSteps {
  /** Inserts submissions, all or none. */
  readonly insert?: (
    client: PoolClient,
    submissions: readonly AcceptedSubmission[],
    judgements: Judgements,
  ) => Promise<Inserted>;
  /** Further work in the same transaction. */
  readonly finish?: (client: PoolClient, inserted: Inserted) => Promise<void>;
  readonly limits?: TransactionOptions | undefined;
}

/**
 * Stores as much as possible in one transaction. If the database refuses the content of a batch, each half is tried
 * separately, down to the faulty submission: a bad one among 500 costs some ten statements and affects no other.
 */
export async function storeWithHalving(
  pool: Pool,
  submissions: readonly AcceptedSubmission[],
  setAside: SetAside,
  judgements: Judgements = noJudgements,
  { insert = insertSubmissions, finish, limits }: StoreSteps = {},
): Promise<Inserted> {
  const store = (insertAll: (client: PoolClient) => Promise<Inserted>) =>
    transaction(
      pool,
      async (client) => {
        const inserted = await insertAll(client);
        await finish?.(client, inserted);
        return inserted;
      },
      limits,
    );

  async function insertHalves(client: PoolClient, part: readonly AcceptedSubmission[]): Promise<Inserted> {
    try {
      return await savepoint(client, () => insert(client, part, judgements));
    } catch (error) {
      if (!isRowRefused(error)) throw error;
      const [only] = part;
      if (part.length === 1 && only) {
        await setAside(only, error.message, client);
        return nothingInserted;
      }
    }
    const middle = part.length >> 1;
    return joinInserted(
      await insertHalves(client, part.slice(0, middle)),
      await insertHalves(client, part.slice(middle)),
    );
  }

  try {
    return await store((client) => insert(client, submissions, judgements));
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    return store((client) => insertHalves(client, submissions));
  }
}
