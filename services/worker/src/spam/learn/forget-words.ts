import type { WorkRound } from '@inlet/process/background-work';
import type { Pool } from 'pg';
import { forgetLessons, forgetTokens } from '#spam/learn/lessons.store.ts';

/** Small enough for a statement of some 20 ms. */
const tokensAtOnce = 2_000;

/** Deletes old lessons, and words that no marked submission has contained for long. */
export async function forgetWords({ pool }: { readonly pool: Pool }, { repeat }: WorkRound): Promise<void> {
  await forgetLessons(pool);
  await repeat(async () => (await forgetTokens(pool, tokensAtOnce)) === tokensAtOnce);
}
