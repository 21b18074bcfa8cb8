import { defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { type DueWork, findDue, measureDue } from '#watch/due.store.ts';

export interface DueOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly loops: Readonly<Record<DueWork, BackgroundLoop>>;
}

/** A mail, a verdict and what an owner marks are expected within seconds. */
const intervalMs = 1_000;

/**
 * Wakes each loop whose work is due. The loops look by themselves far less often: a look of each, in a transaction of
 * its own, would be most of what an idle worker and its database do.
 */
export function watchDue({ pool, logger, metrics, loops }: DueOptions): BackgroundLoop {
  const late = 'How long the oldest mail, remote check, lesson, erasure, file to scan or file to remove has been due';
  defineLookups(metrics, { name: 'inlet_due_work_late_seconds', help: late, label: 'work' }, () => measureDue(pool));
  return startBackgroundLoop({ intervalMs, logger, complaint: 'due work: look failed' }, async () => {
    const due = await findDue(pool);
    for (const work of due) loops[work].wake();
  });
}
