import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import type { WorkRound } from '@inlet/process/background-work';
import type { Pool } from 'pg';
import { fillTexts } from '#search/fill-texts.ts';
import { countForms, dropOldIndexes, findUnfinished } from '#search/search.store.ts';

export interface IndexingDeps {
  readonly pool: Pool;
  /** True while submissions wait to be stored, which has priority. */
  readonly isBusy: () => Promise<boolean>;
  /** Counts submissions that were added to the search index. */
  readonly countIndexed: (count: number) => void;
}

/** Returns `countIndexed`. */
export function measureIndexing(pool: Pool, metrics: Metrics): IndexingDeps['countIndexed'] {
  const help = 'Submissions put into the index of the search';
  const rows = defineCounter(metrics, 'inlet_search_indexed_rows_total', help);
  defineLookup(metrics, 'inlet_search_indexes', 'Forms with a search index', () => countForms(pool));
  return (count) => rows.inc(count);
}

/**
 * Writes the texts of searched forms, which the database indexes. Account records the first search of a large form, and
 * the last one. Newly stored submissions bring their text. Several workers share the forms.
 */
export async function indexForms({ pool, isBusy, countIndexed }: IndexingDeps, { signal }: WorkRound): Promise<void> {
  const mayGoOn = async () => !signal.aborted && !(await isBusy());
  if (!(await mayGoOn())) return;
  await dropOldIndexes(pool);
  for (const formId of await findUnfinished(pool)) {
    for (let goesOn = true; goesOn; ) {
      if (!(await mayGoOn())) return;
      const filled = await fillTexts(pool, formId);
      countIndexed(filled.count);
      goesOn = filled.goesOn;
    }
  }
}
