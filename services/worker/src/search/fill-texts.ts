import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import {
  beginFill,
  compareTexts,
  deleteFill,
  deleteTexts,
  resetFill,
  takeFill,
  writeTexts,
} from '#search/search.store.ts';

/** Texts of one transaction: some hundred milliseconds, in which a deletion of the form's submissions waits. */
export const textsAtOnce = 500;
const deletedAtOnce = 5_000;

/** Texts that were written, and whether there may be more to do at once. */
export interface Filled {
  readonly count: number;
  readonly goesOn: boolean;
}

const nothing: Filled = { count: 0, goesOn: false };
const more: Filled = { count: 0, goesOn: true };

/**
 * Does the next step for a form that is searched: it deletes texts of an earlier time, writes the next ones, compares
 * them, or ends the search of a form that nobody has searched for long.
 */
export async function fillTexts(pool: Pool, formId: string): Promise<Filled> {
  return transaction(pool, async (client) => {
    const fill = await takeFill(client, formId);
    if (!fill) return nothing;
    const { isBegun, isReady, isFilled, isUnused } = fill;
    if (!isBegun) {
      if ((await deleteTexts(client, formId, deletedAtOnce)) === deletedAtOnce) return more;
      await (isUnused ? deleteFill : beginFill)(client, formId);
      return isUnused ? nothing : more;
    }
    if (isUnused || (isFilled && !(await compareTexts(client, formId)))) {
      await resetFill(client, formId);
      return more;
    }
    if (isFilled || !isReady) return nothing;
    const count = await writeTexts(client, formId, textsAtOnce);
    return { count, goesOn: count === textsAtOnce };
  });
}
