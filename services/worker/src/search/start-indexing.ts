import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/service/background-loop';
import type { Logger } from '@inlet/service/logger';
import type { Pool } from 'pg';
import { indexRows } from '#search/index-rows.ts';
import { needsRepair, repairBlocks } from '#search/repair-blocks.ts';
import { createWatermark, findUnfinished } from '#search/search.store.ts';

export interface IndexingOptions {
  readonly pool: Pool;
  /** True while submissions wait to be stored: they come first. */
  readonly isBusy: () => Promise<boolean>;
  readonly logger: Logger;
}

/** Forms with fewer submissions are searched without an index, by looking at each: some 50 ms. */
export const smallFormRows = 20_000;
const roundIntervalMs = 10_000;

/** Keeps the submissions of large forms in blocks that can be searched. Several workers share the forms. */
export function startIndexing({ pool, isBusy, logger }: IndexingOptions): BackgroundLoop {
  async function work({ signal }: Round): Promise<void> {
    const mayGoOn = async () => !signal.aborted && !(await isBusy());
    if (!(await mayGoOn())) return;
    for (const formId of await findUnfinished(pool, smallFormRows)) {
      await createWatermark(pool, formId);
      while ((await mayGoOn()) && (await indexRows(pool, formId)));
      if (!(await mayGoOn())) return;
      if (!(await needsRepair(pool, formId))) continue;
      logger.info({ formId }, 'search: repairing blocks');
      await repairBlocks(pool, formId, () => !signal.aborted);
    }
  }

  const complaint = 'search: indexing failed';
  return startBackgroundLoop({ intervalMs: roundIntervalMs, logger, complaint }, work);
}
