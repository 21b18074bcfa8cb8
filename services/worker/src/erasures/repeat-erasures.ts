import { setTimeout as pause } from 'node:timers/promises';
import { erasureYearsMax } from '@inlet/contracts/retention';
import { readLedger } from '@inlet/service/ledger';
import { type ErasureDeps, eraseOne } from '#erasures/erase-one.ts';
import { countUnfinished, insertRepeated } from '#erasures/erasures.store.ts';

/** Another process may be at work on the same. */
const lookEveryMs = 500;

/**
 * Does erasures of the ledger again that the database knows nothing of, as after the restore of an older backup, and
 * answers how many those were. Nothing else may serve the data before the end.
 */
export async function repeatErasures(deps: ErasureDeps): Promise<number> {
  const { pool, config, logger } = deps;
  if (config.ERASURE_LEDGER === undefined) return 0;
  // The database forgets older ones itself.
  const since = new Date();
  since.setFullYear(since.getFullYear() - erasureYearsMax, since.getMonth(), since.getDate() + 1);
  const lines = (await readLedger(config.ERASURE_LEDGER)).filter(({ finishedAt }) => new Date(finishedAt) > since);
  const count = await insertRepeated(pool, lines);
  if (count === 0) return 0;
  logger.warn({ count }, 'erasures: the database is older than the ledger, which is repeated');
  const pace = { signal: new AbortController().signal, rest: async () => undefined };
  while ((await eraseOne(deps, pace)) || (await countUnfinished(pool)) > 0) await pause(lookEveryMs);
  return count;
}
