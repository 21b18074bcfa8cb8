import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import type { Bell } from '#deliveries/open-bell.ts';
import { findDueTargets } from '#deliveries/targets.store.ts';

export interface SweepOptions {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly bell: Bell;
  readonly logger: Logger;
}

/** Retries are due to the second. */
const intervalMs = 1_000;
/** Shorter, so that a worker alone sweeps each time. */
const takenForMs = 900;

/** Rings for targets whose time has come, and for those whose ring was lost. One worker at a time does it. */
export function startSweep({ pool, now, bell, logger }: SweepOptions): BackgroundLoop {
  return startBackgroundLoop({ intervalMs, logger, complaint: 'deliveries: sweep failed' }, async () => {
    if (!(await bell.takeSweep(takenForMs))) return;
    const targets = await findDueTargets(pool, now());
    const idsOf = (isSlow: boolean) => targets.filter((target) => target.isSlow === isSlow).map(({ id }) => id);
    await Promise.all([bell.ring(idsOf(false)), bell.ringSlow(idsOf(true))]);
  });
}
