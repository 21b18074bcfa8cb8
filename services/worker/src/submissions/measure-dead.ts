import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Pool } from 'pg';
import { countDead } from '#submissions/dead-submissions.store.ts';

/** Enough to show a serious problem; counting further would only cost more. */
const countedMax = 10_000;

/** Counts submissions that were set aside and need a person. */
export function measureDead(pool: Pool, metrics: Metrics): void {
  defineLookup(metrics, 'inlet_dead_submissions', `Submissions that are set aside, counted up to ${countedMax}`, () =>
    countDead(pool, countedMax),
  );
}
