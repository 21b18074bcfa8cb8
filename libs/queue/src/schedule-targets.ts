import type { Producer } from '#producer.ts';

/**
 * Makes the worker deliver what waits for these targets. Call it after the commit, and ignore a failure: the sweeper of
 * the worker schedules what was forgotten.
 */
export async function scheduleTargets(producer: Producer, targetIds: readonly string[]): Promise<void> {
  await Promise.all(targetIds.map((targetId) => producer.add('deliver', targetId, { targetId })));
}

/** The same for failing or slow targets, which have separate slots. */
export async function scheduleSlowTargets(producer: Producer, targetIds: readonly string[]): Promise<void> {
  await Promise.all(targetIds.map((targetId) => producer.add('deliver-failing', targetId, { targetId })));
}
