import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { finishDeletion, removeSubmissions, takeDeletion } from '#cleanup/deletions.store.ts';

/** Small enough for a statement of some 50 ms, so that concurrent inserts hardly wait for it. */
const submissionsAtOnce = 5_000;

/**
 * The result of a step: the same form has `more`, is `done`, or must `wait` for statements that were running when it
 * was deleted.
 */
export interface DeletionStep {
  readonly formId: string;
  readonly outcome: 'more' | 'done' | 'wait';
}

/**
 * Deletes a piece of a deleted form in one transaction, so a crash loses nothing and the next run continues. Resolves
 * to null if only the excepted forms are left, or other workers hold the rest.
 */
export function removeSome(pool: Pool, except: readonly string[] = []): Promise<DeletionStep | null> {
  return transaction(pool, async (client) => {
    const deletion = await takeDeletion(client, except);
    if (!deletion) return null;
    const { formId, isQuiet } = deletion;
    // This statement comes after the check for running statements, so that it sees the rows that they left.
    const count = await removeSubmissions(client, formId, submissionsAtOnce);
    if (count === submissionsAtOnce) return { formId, outcome: 'more' };
    if (!isQuiet) return { formId, outcome: 'wait' };
    await finishDeletion(client, formId);
    return { formId, outcome: 'done' };
  });
}
