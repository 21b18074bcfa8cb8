import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { fillTexts } from '#search/fill-texts.ts';
import { countForms, dropOldIndexes, findUnfinished } from '#search/search.store.ts';

export interface IndexingOptions {
  readonly pool: Pool;
  /** True while submissions wait to be stored: they come first. */
  readonly isBusy: () => Promise<boolean>;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The first search of a form waits for no index, but the next ones are faster with it. */
const roundIntervalMs = 5_000;

/**
 * Writes the texts of forms that are searched, from which the database makes its index. Account notes the first search
 * of a large form, and the last one. What is stored from then on brings its text along. Several workers share the forms.
 */
export function startIndexing({ pool, isBusy, logger, metrics }: IndexingOptions): BackgroundLoop {
  const rows = defineCounter(
    metrics,
    'inlet_search_indexed_rows_total',
    'Submissions put into the index of the search',
  );
  defineLookup(metrics, 'inlet_search_indexes', 'Forms that have an index of the search', () => countForms(pool));

  async function work({ signal }: Round): Promise<void> {
    const mayGoOn = async () => !signal.aborted && !(await isBusy());
    if (!(await mayGoOn())) return;
    await dropOldIndexes(pool);
    for (const formId of await findUnfinished(pool)) {
      for (let goesOn = true; goesOn; ) {
        if (!(await mayGoOn())) return;
        const filled = await fillTexts(pool, formId);
        rows.inc(filled.count);
        goesOn = filled.goesOn;
      }
    }
  }

  const complaint = 'search: indexing failed';
  return startBackgroundLoop({ intervalMs: roundIntervalMs, logger, complaint }, work);
}
