import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { findCrowded, findOutdated, removeSpam } from '#cleanup/spam.store.ts';

export interface SpamLimitOptions {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** A flood of 3,000 a second is some 6,000 beyond the limit by the next look. */
const lookIntervalMs = 2_000;
/** Nobody notices an hour in ninety days. */
const ageIntervalMs = 3_600_000;
/** Few enough for a statement of some 50 ms, so that what is being stored meanwhile hardly waits for it. */
export const spamAtOnce = 5_000;

/** Keeps each form's spam folder within its number and its age. Several workers may do it side by side. */
export function startSpamLimit({ pool, logger }: SpamLimitOptions): BackgroundLoop {
  let agedAtMs = Number.NEGATIVE_INFINITY;

  async function removeAll(
    { signal, rest }: Round,
    reason: 'excess' | 'outdated',
    formIds: readonly string[],
  ): Promise<void> {
    for (const formId of formIds) {
      let removed = 0;
      let count: number;
      do {
        if (signal.aborted) return;
        const startMs = performance.now();
        count = await removeSpam(pool, reason, formId, spamAtOnce);
        removed += count;
        // Old spam can wait for what is being stored. A flood cannot: it would grow faster than it is removed.
        if (reason === 'outdated') await rest(performance.now() - startMs);
      } while (count === spamAtOnce);
      if (removed > 0) logger.info({ formId, reason, removed }, 'spam: oldest submissions removed');
    }
  }

  async function work(round: Round): Promise<void> {
    await removeAll(round, 'excess', await findCrowded(pool));
    if (round.signal.aborted || performance.now() - agedAtMs < ageIntervalMs) return;
    await removeAll(round, 'outdated', await findOutdated(pool));
    agedAtMs = performance.now();
  }

  return startBackgroundLoop({ intervalMs: lookIntervalMs, logger, complaint: 'spam: removal failed' }, work);
}
