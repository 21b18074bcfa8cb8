import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { finishDeletion, removeSubmissions, takeDeletion } from '#cleanup/deletions.store.ts';

/** Few enough for a statement of some 50 ms, so that what is being stored meanwhile hardly waits for it. */
const submissionsAtOnce = 5_000;

/**
 * What a step did: `more` is left of the same form; the form is `done`, or has to `wait` until what was under way when
 * it was deleted is over.
 */
export interface DeletionStep {
  readonly formId: string;
  readonly outcome: 'more' | 'done' | 'wait';
}

/**
 * Removes a piece of one deleted form in one transaction, so a crash loses nothing and the next run continues.
 * Resolves to null when no form is left but the excepted ones, or other workers hold them.
 */
export function removeSome(pool: Pool, except: readonly string[] = []): Promise<DeletionStep | null> {
  return transaction(pool, async (client) => {
    const deletion = await takeDeletion(client, except);
    if (!deletion) return null;
    const { formId, isQuiet } = deletion;
    // A statement later than the look at who is under way, so that it sees what they have left behind.
    const count = await removeSubmissions(client, formId, submissionsAtOnce);
    if (count === submissionsAtOnce) return { formId, outcome: 'more' };
    if (!isQuiet) return { formId, outcome: 'wait' };
    await finishDeletion(client, formId);
    return { formId, outcome: 'done' };
  });
}
