import type { Attempt } from '@inlet/contracts/targets';
import type { DeliveryAttempt } from '@inlet/db/client';
import { readPages } from '@inlet/db/read-pages';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Pool } from 'pg';
import { findAttempts } from '#deliveries/log/attempts.store.ts';
import { presentAttempt } from '#deliveries/log/present-attempt.ts';

/** Each may hold 4 kB of a response. */
const attemptsAtOnce = 200;

/** The whole log of a target, newest first, page by page. */
export async function* readAllAttempts(pool: Pool, semaphore: Semaphore, targetId: string): AsyncGenerator<Attempt[]> {
  const find = (before: DeliveryAttempt | null, limit: number) =>
    findAttempts(pool, { targetId, limit, before, state: undefined });
  for await (const rows of readPages(semaphore, attemptsAtOnce, find)) yield rows.map(presentAttempt);
}
