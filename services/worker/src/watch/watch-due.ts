import { type BackgroundLoop, startBackgroundLoop } from '@inlet/service/background-loop';
import type { Logger } from '@inlet/service/logger';
import type { Pool } from 'pg';
import { type DueWork, findDue } from '#watch/due.store.ts';

export interface DueOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly loops: Readonly<Record<DueWork, BackgroundLoop>>;
}

/** A mail, a verdict and what an owner marks are expected within seconds. */
const intervalMs = 1_000;

/**
 * Wakes each loop whose work is due. The loops look by themselves far less often: a look of each, in a transaction of
 * its own, would be most of what an idle worker and its database do.
 */
export function watchDue({ pool, logger, loops }: DueOptions): BackgroundLoop {
  return startBackgroundLoop({ intervalMs, logger, complaint: 'due work: look failed' }, async () => {
    const due = await findDue(pool);
    for (const work of due) loops[work].wake();
  });
}
