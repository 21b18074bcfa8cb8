import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import { type ErasureDeps, eraseOne } from '#erasures/erase-one.ts';
import { repeatErasures } from '#erasures/repeat-erasures.ts';

/** The watch of due work wakes the loop. */
const intervalMs = 30_000;

/** Erases in the background what owners ask for, one address at a time. Several workers share the work. */
export function startErasures(deps: Omit<ErasureDeps, 'isStoring'>): BackgroundLoop {
  const { logger } = deps;
  return startBackgroundLoop({ intervalMs, logger, complaint: 'erasures: round failed' }, async (round) => {
    while (!round.signal.aborted && (await eraseOne({ ...deps, isStoring: true }, round)));
  });
}

/**
 * Before a worker serves anybody: erases again what a restore has brought back. Where the ledger or the database is
 * away the worker starts all the same, for what visitors send must be stored.
 */
export async function repeatAtStart(deps: Omit<ErasureDeps, 'isStoring'>): Promise<void> {
  await repeatErasures({ ...deps, isStoring: false }).catch((err: unknown) => {
    deps.logger.error({ err }, 'erasures: the ledger could not be repeated');
  });
}
