import type { WorkRound } from '@inlet/process/background-work';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { agedRows, removeAged } from '#cleanup/ages.store.ts';

export interface AgeLimitDeps {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Small enough for a statement of some 20 ms. */
const rowsAtOnce = 1_000;

/** Removes rows that are too old and that no other work removes. Several workers may run at the same time. */
export async function limitAges({ pool, logger }: AgeLimitDeps, { repeat }: WorkRound): Promise<void> {
  for (const what of agedRows) {
    let removed = 0;
    await repeat(async () => {
      const count = await removeAged(pool, what, rowsAtOnce);
      removed += count;
      return count === rowsAtOnce;
    });
    if (removed > 0) logger.info({ what, removed }, 'ages: old rows removed');
  }
}
