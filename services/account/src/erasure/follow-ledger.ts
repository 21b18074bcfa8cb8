import { runOn } from '@inlet/db/run-sql';
import { type LedgerLine, readLedger } from '@inlet/erasure/ledger';
import { startBackgroundLoop } from '@inlet/process/background-loop';
import { repeatLedger } from '@inlet/submissions/people/repeat-ledger';
import type { Resources } from '#resources.ts';

const lookEveryMs = 500;

export interface Ledger {
  /** False after a restore, until workers have erased again what the ledger says. */
  readonly isRepeated: () => boolean;
}

/**
 * Compares the ledger of erasures with the database, once for each start, and waits until both agree. It adds what the
 * database lacks, so that any worker takes it, also one that has been running.
 */
export function followLedger({ config, database, logger, lifecycle }: Resources): Ledger {
  const { ERASURE_LEDGER: path } = config;
  if (path === undefined) return { isRepeated: () => true };
  let left: readonly LedgerLine[] | undefined;
  const complaint = 'erasures: the ledger could not be compared with the database';
  const loop = startBackgroundLoop({ intervalMs: lookEveryMs, logger, complaint }, async () => {
    const before = left?.length;
    left = await repeatLedger(runOn(database.pool), left ?? (await readLedger(path)));
    if (left.length === 0) void loop.close();
    else if (before === undefined) {
      logger.warn({ count: left.length }, 'erasures: nothing is served until workers have repeated the ledger');
    }
  });
  lifecycle.onClose('finish work', 'ledger', loop.close);
  return { isRepeated: () => left?.length === 0 };
}
