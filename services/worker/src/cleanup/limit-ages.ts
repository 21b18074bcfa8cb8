import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { agedRows, removeAged } from '#cleanup/ages.store.ts';

/** Nobody notices an hour in ninety days. */
const intervalMs = 3_600_000;
/** Few enough for a statement of some 20 ms. */
const rowsAtOnce = 1_000;
/** Between two statements nothing is done for so many times as long as the last one took: storing comes first. */
const restFactor = 3;

/** Removes what is too old and has no loop of its own, a piece at a time. Several workers may do it side by side. */
export function startAgeLimit({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }): BackgroundLoop {
  return startBackgroundLoop({ intervalMs, logger, complaint: 'ages: removal failed' }, async ({ signal, rest }) => {
    for (const what of agedRows) {
      let removed = 0;
      let count: number;
      do {
        if (signal.aborted) return;
        const startMs = performance.now();
        count = await removeAged(pool, what, rowsAtOnce);
        removed += count;
        await rest(restFactor * (performance.now() - startMs));
      } while (count === rowsAtOnce);
      if (removed > 0) logger.info({ what, removed }, 'ages: old rows removed');
    }
  });
}
