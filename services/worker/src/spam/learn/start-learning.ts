import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { learnSome } from '#spam/learn/learn-lessons.ts';
import { forgetLessons, forgetTokens } from '#spam/learn/lessons.store.ts';

const intervalMs = 30_000;
/** Between two steps nothing is done for as long as the last one took: storing comes first. */
const restFactor = 1;
const cleaningIntervalMs = 3_600_000;
/** Few enough for a statement of some 20 ms. */
const tokensAtOnce = 2_000;

/** Learns in the background what owners mark. Several workers share the work. */
export function startLearning({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }): BackgroundLoop {
  let cleanedAtMs = Number.NEGATIVE_INFINITY;
  return startBackgroundLoop({ intervalMs, logger, complaint: 'spam: learning failed' }, async ({ signal, rest }) => {
    for (;;) {
      const startMs = performance.now();
      const count = await learnSome(pool);
      if (count === 0 || signal.aborted) break;
      await rest(restFactor * (performance.now() - startMs));
    }
    if (performance.now() - cleanedAtMs < cleaningIntervalMs) return;
    await forgetLessons(pool);
    while (!signal.aborted) {
      const startMs = performance.now();
      if ((await forgetTokens(pool, tokensAtOnce)) < tokensAtOnce) break;
      await rest(restFactor * (performance.now() - startMs));
    }
    cleanedAtMs = performance.now();
  });
}
