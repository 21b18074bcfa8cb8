import type { ErasureDeps } from '#erasures/erase-one.ts';
import { repeatErasures } from '#erasures/repeat-erasures.ts';

/**
 * Before a worker is ready: erases again what a restore has brought back. Where the ledger or the database is
 * away the worker starts all the same, for what visitors send must be stored.
 */
export async function repeatAtStart(deps: Omit<ErasureDeps, 'isStoring'>): Promise<void> {
  await repeatErasures({ ...deps, isStoring: false }).catch((err: unknown) => {
    deps.logger.error({ err }, 'erasures: repeating the ledger failed');
  });
}
