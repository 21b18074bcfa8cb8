import { type Round, startBackgroundLoop } from '#background-loop.ts';
import type { Logger } from '#logger.ts';

/**
 * A row in a service's table of background work: `run` is called in rounds, from the start of the process to its end.
 */
export type BackgroundWork<Deps> = Schedule & {
  /** Pause after each piece of `repeat`, as a multiple of the piece's duration. */
  readonly restFactor?: number;
  /** The log message for a failed round. */
  readonly complaint: string;
  readonly run: (deps: Deps, round: WorkRound) => Promise<void>;
};

type Schedule =
  | {
      /** Pause between two rounds. */
      readonly everyMs: number;
      /** Pause after a failed round; by default, `everyMs`. */
      readonly retryMs?: number;
    }
  | {
      /** Startup work, which ends with the first successful round. */
      readonly everyMs: 'once';
      readonly retryMs: number;
    };

export interface WorkRound extends Round {
  /** Repeats a piece until one returns false or the process closes. */
  readonly repeat: (piece: () => Promise<boolean>) => Promise<void>;
  /** Starts the next round of another row at once. */
  readonly wake: (name: string) => void;
}

export interface RunningWork {
  /** Starts the next round of a row at once. */
  readonly wake: (name: string) => void;
  /** Starts no further round, ends every pause, and waits for the running rounds. */
  readonly close: () => Promise<void>;
}

/** Starts every row of a table. */
export function startBackgroundWork<Deps extends { readonly logger: Logger }>(
  table: Readonly<Record<string, BackgroundWork<Deps>>>,
  deps: Deps,
): RunningWork {
  const { logger } = deps;
  const wake = (name: string) => loops.get(name)?.wake();
  const loops = new Map(
    Object.entries(table).map(([name, work]) => {
      const { restFactor = 0, complaint, run, retryMs } = work;
      const intervalMs = work.everyMs === 'once' ? work.retryMs : work.everyMs;
      const loop = startBackgroundLoop({ intervalMs, retryMs, logger, complaint }, async (round) => {
        await run(deps, { ...round, wake, repeat: (piece) => repeat(round, restFactor, piece) });
        if (work.everyMs === 'once') void loop.close();
      });
      return [name, loop];
    }),
  );
  return {
    wake,
    close: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.close()));
    },
  };
}

async function repeat({ signal, rest }: Round, restFactor: number, piece: () => Promise<boolean>): Promise<void> {
  for (let goesOn = true; goesOn && !signal.aborted; ) {
    const startMs = performance.now();
    goesOn = await piece();
    if (restFactor > 0) await rest(restFactor * (performance.now() - startMs));
  }
}
