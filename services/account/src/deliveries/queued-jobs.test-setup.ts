import type { TestAccount } from '#account.test-setup.ts';

/** The payloads of the jobs that wait for the worker, oldest first, once all background work is done. */
export async function queuedJobs({ deps, keys }: TestAccount): Promise<Record<string, string>[]> {
  await deps.background.idle();
  const queue = `${keys.queues}:deliveries`;
  const ids = await deps.redis.lrange(`${queue}:wait`, 0, -1);
  const payloads = await Promise.all(ids.toReversed().map((id) => deps.redis.hget(`${queue}:${id}`, 'data')));
  return payloads.map((payload) => JSON.parse(payload ?? '{}') as Record<string, string>);
}
