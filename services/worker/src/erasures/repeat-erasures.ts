import { setTimeout as pause } from 'node:timers/promises';
import { readLedger } from '@inlet/erasure/ledger';
import { repeatLedger } from '@inlet/submissions/people/repeat-ledger';
import { type ErasureDeps, eraseOne } from '#erasures/erase-one.ts';
import { runOf } from '#erasures/erasures.store.ts';

/** Another process may work on the same erasure. */
const lookEveryMs = 500;

/**
 * Does erasures of the ledger again that the database does not know as done, as after the restore of an older backup,
 * and returns how many those were. Nothing else may serve the data before the end.
 */
export async function repeatErasures(deps: ErasureDeps): Promise<number> {
  const { pool, config, logger } = deps;
  if (config.ERASURE_LEDGER === undefined) return 0;
  let left = await repeatLedger(runOf(pool), await readLedger(config.ERASURE_LEDGER));
  const count = left.length;
  if (count > 0) logger.warn({ count }, 'erasures: the database is older than the ledger, erasures are repeated');
  const pace = { signal: new AbortController().signal, rest: async () => undefined };
  while (left.length > 0) {
    if (!(await eraseOne(deps, pace))) await pause(lookEveryMs);
    left = await repeatLedger(runOf(pool), left);
  }
  return count;
}
