import type { Pool } from 'pg';
import { beginRuns, hasRuns, type Plans } from '#cleanup/retention.store.ts';
import { runPiece } from '#cleanup/run-piece.ts';

/** Another process that holds a run finishes its piece soon. */
const waitMs = 100;

/** Begins every run that is due and works until none is left; returns how many submissions this process deleted. */
export async function runToEnd(pool: Pool, plans: Plans, pause: (ms: number) => Promise<unknown>): Promise<number> {
  await beginRuns(pool, plans, false);
  let count = 0;
  for (;;) {
    const startMs = performance.now();
    const piece = await runPiece(pool, plans);
    count += piece?.count ?? 0;
    if (piece) await pause(performance.now() - startMs);
    else if (await hasRuns(pool)) await pause(waitMs);
    else return count;
  }
}
