import type { WorkRound } from '@inlet/process/background-work';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { findCrowded, findOutdated, removeSpam } from '#cleanup/spam.store.ts';

export interface SpamLimitDeps {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Small enough for a statement of some 50 ms, so that concurrent inserts hardly wait for it. */
export const spamAtOnce = 5_000;

/** Keeps each form's spam folder within its number. Several workers may run at the same time. */
export async function removeExcessSpam(deps: SpamLimitDeps, round: WorkRound): Promise<void> {
  await removeFrom(await findCrowded(deps.pool), 'excess', deps, round);
}

/** Keeps each form's spam folder within its age. Several workers may run at the same time. */
export async function removeOldSpam(deps: SpamLimitDeps, round: WorkRound): Promise<void> {
  await removeFrom(await findOutdated(deps.pool), 'outdated', deps, round);
}

async function removeFrom(
  formIds: readonly string[],
  reason: 'excess' | 'outdated',
  { pool, logger }: SpamLimitDeps,
  { repeat }: WorkRound,
): Promise<void> {
  for (const formId of formIds) {
    let removed = 0;
    await repeat(async () => {
      const count = await removeSpam(pool, reason, formId, spamAtOnce);
      removed += count;
      return count === spamAtOnce;
    });
    if (removed > 0) logger.info({ formId, reason, removed }, 'spam: oldest submissions removed');
  }
}
