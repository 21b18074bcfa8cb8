import { runOn } from '@inlet/db/run-sql';
import { type LedgerLine, readLedger } from '@inlet/erasure/ledger';
import type { Round } from '@inlet/process/background-loop';
import { repeatLedger } from '@inlet/submissions/people/repeat-ledger';
import type { Resources } from '#resources.ts';

const lookEveryMs = 500;

export interface Ledger {
  /** False after a restore, until workers have repeated the erasures of the ledger. */
  readonly isRepeated: () => boolean;
  /** Waits until the database matches the ledger. It adds missing erasures, so that a worker takes them. */
  readonly repeat: (round: Pick<Round, 'signal' | 'rest'>) => Promise<void>;
}

/** The ledger of erasures, which is compared with the database at each start. */
export function createLedger({ config, database, logger }: Pick<Resources, 'config' | 'database' | 'logger'>): Ledger {
  const { ERASURE_LEDGER: path } = config;
  if (path === undefined) return { isRepeated: () => true, repeat: async () => undefined };
  let left: readonly LedgerLine[] | undefined;
  return {
    isRepeated: () => left?.length === 0,
    repeat: async ({ signal, rest }) => {
      while (!signal.aborted && left?.length !== 0) {
        const before = left?.length;
        left = await repeatLedger(runOn(database.pool), left ?? (await readLedger(path)));
        if (left.length > 0 && before === undefined) {
          logger.warn({ count: left.length }, 'erasures: nothing is served until workers have repeated the ledger');
        }
        if (left.length > 0) await rest(lookEveryMs);
      }
    },
  };
}
