import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { removals } from '#deliveries/removals.store.ts';
import { disableFailing } from '#deliveries/targets.store.ts';

export interface CleaningOptions {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly intervalMs?: number;
}

/** Nobody notices a minute in thirty days, and what belongs to a deleted target is shown to nobody. */
const cleaningIntervalMs = 60_000;
/** Few enough for a statement of some milliseconds. */
const rowsAtOnce = 1_000;
/** Between two statements nothing is done for so many times as long as the last one took: deliveries come first. */
const restFactor = 3;

/** Disables targets that have failed for too long, and removes what is too old or belongs to nobody, a piece at a time. */
export function startCleaning({ pool, now, logger, intervalMs = cleaningIntervalMs }: CleaningOptions): BackgroundLoop {
  const complaint = 'deliveries: cleaning failed';
  return startBackgroundLoop({ intervalMs, logger, complaint }, async ({ signal, rest }) => {
    const disabled = await disableFailing(pool, now());
    if (disabled > 0) logger.info({ disabled }, 'deliveries: targets disabled');
    for (const [name, remove] of Object.entries(removals)) {
      let total = 0;
      let removed: number;
      do {
        if (signal.aborted) return;
        const startMs = performance.now();
        removed = await remove(pool, rowsAtOnce, now());
        total += removed;
        await rest(restFactor * (performance.now() - startMs));
      } while (removed >= rowsAtOnce);
      if (total > 0) logger.info({ name, removed: total }, 'deliveries: old rows removed');
    }
  });
}
