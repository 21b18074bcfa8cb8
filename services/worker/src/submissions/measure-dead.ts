import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Pool } from 'pg';
import { countDead } from '#submissions/dead-submissions.store.ts';

/** Enough to know that it is bad; counting further would cost more with each. */
const countedMax = 10_000;

/** Counts dead submissions, which wait for a person. */
export function measureDead(pool: Pool, metrics: Metrics): void {
  defineLookup(metrics, 'inlet_dead_submissions', `Submissions that are set aside, up to ${countedMax}`, () =>
    countDead(pool, countedMax),
  );
}
