import { isRowRefused } from '@inlet/db/faults';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { type Changed, nothingChanged } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';
import { type Judgements, noJudgements } from '#spam/judge/judgements.ts';
import { insertSubmissions } from '#submissions/submissions.store.ts';

/** Takes a submission that the database refuses by itself out of the way. */
export type SetAside = (submission: AcceptedSubmission, reason: string) => Promise<void>;

/** Stores submissions, all or none. */
export type Insert = typeof insertSubmissions;

/**
 * Stores what can be stored. When the database refuses a batch for something in it, each half is tried alone, down to
 * the one that is at fault: a bad submission among 500 costs some ten statements and harms no other.
 */
export async function storeWithHalving(
  pool: Pool,
  submissions: readonly AcceptedSubmission[],
  setAside: SetAside,
  judgements: Judgements = noJudgements,
  insert: Insert = insertSubmissions,
): Promise<Changed> {
  try {
    return await insert(pool, submissions, judgements);
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    const [only] = submissions;
    if (submissions.length === 1 && only) {
      await setAside(only, error.message);
      return nothingChanged;
    }
    const middle = submissions.length >> 1;
    const first = await storeWithHalving(pool, submissions.slice(0, middle), setAside, judgements, insert);
    const second = await storeWithHalving(pool, submissions.slice(middle), setAside, judgements, insert);
    const targets = new Set([...first.targets, ...second.targets]);
    return { count: first.count + second.count, targets: [...targets] };
  }
}
