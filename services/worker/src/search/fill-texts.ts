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

/** Texts in one transaction: it takes some hundred milliseconds, during which deletions in the form wait. */
export const textsAtOnce = 500;
const deletedAtOnce = 5_000;

/** The number of written texts, and whether there may be more work right away. */
export interface Filled {
  readonly count: number;
  readonly goesOn: boolean;
}

const nothing: Filled = { count: 0, goesOn: false };
const more: Filled = { count: 0, goesOn: true };

/**
 * Does the next step for a searched form: deletes outdated texts, writes new ones, compares them, or ends the index of
 * a form that has not been searched for long.
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
