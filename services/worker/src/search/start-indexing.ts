import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@inlet/service/logger';
import type { Pool } from 'pg';
import { indexRows } from '#search/index-rows.ts';
import { needsRepair, repairBlocks } from '#search/repair-blocks.ts';
import { beginMark, findUnfinished } from '#search/search.store.ts';

export interface Indexing {
  /** Begins nothing any more, and waits for the step under way. */
  readonly close: () => Promise<void>;
}

export interface IndexingOptions {
  readonly pool: Pool;
  /** Tells whether submissions wait to be stored: they come first. */
  readonly isBusy: () => Promise<boolean>;
  readonly logger: Logger;
}

/** Forms with fewer submissions are searched without an index, by looking at each: some 50 ms. */
export const smallFormRows = 20_000;
const roundIntervalMs = 10_000;

/** Keeps the submissions of large forms in blocks that can be searched. Several workers share the forms. */
export function startIndexing({ pool, isBusy, logger }: IndexingOptions): Indexing {
  const closing = new AbortController();
  const { signal } = closing;

  async function mayGoOn(): Promise<boolean> {
    return !signal.aborted && !(await isBusy());
  }

  async function round(): Promise<void> {
    if (!(await mayGoOn())) return;
    for (const formId of await findUnfinished(pool, smallFormRows)) {
      await beginMark(pool, formId);
      while ((await mayGoOn()) && (await indexRows(pool, formId)));
      if (!(await mayGoOn())) return;
      if (!(await needsRepair(pool, formId))) continue;
      logger.info({ formId }, 'blocks of the search are compared with what is stored');
      await repairBlocks(pool, formId, () => !signal.aborted);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round().catch((err: unknown) => logger.warn({ err }, 'submissions could not be indexed'));
      // The closing ends the pause at once.
      await pause(roundIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
