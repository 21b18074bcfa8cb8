import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { idleHandlers, openTestQueue } from '#queue.test-setup.ts';
import { scheduleTargets } from '#schedule-targets.ts';

async function openTargets() {
  const { producer, consume, redis, keys } = await openTestQueue();
  const queue = new Queue('deliveries', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());
  const runs: string[] = [];
  const finishers: (() => void)[] = [];
  /** Each run lasts until the test ends it. */
  const handle = async ({ targetId }: { readonly targetId: string }) => {
    runs.push(targetId);
    await new Promise<void>((resolve) => {
      finishers.push(resolve);
    });
  };
  const start = () => consume(idleHandlers['store-submissions'], { handlers: { ...idleHandlers, deliver: handle } });
  const isIdle = async () => {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    return Object.values(counts).every((count) => count === 0);
  };
  return {
    runs,
    start,
    finish: () => {
      for (const finish of finishers.splice(0)) finish();
    },
    isIdle,
    queue,
    schedule: (ids: string[]) => scheduleTargets(producer, ids),
  };
}

it('queues one job for a target, however often it is called before the job starts', async () => {
  const { runs, start, finish, queue, schedule } = await openTargets();
  const [one, other] = [randomUUID(), randomUUID()];
  for (let n = 0; n < 20; n += 1) await schedule([one]);
  await schedule([other]);
  expect(await queue.getWaitingCount()).toBe(2);
  await start();
  await waitUntil(() => runs.length === 2);
  expect(runs.toSorted()).toEqual([one, other].toSorted());
  finish();
});

it('queues one more job for what came during a job', async () => {
  const { runs, start, finish, isIdle, schedule } = await openTargets();
  await start();
  await schedule(['c7b9c1c0-0000-4000-8000-000000000001']);
  await waitUntil(() => runs.length === 1);
  await Promise.all(Array.from({ length: 20 }, () => schedule(['c7b9c1c0-0000-4000-8000-000000000001'])));
  finish();
  await waitUntil(() => runs.length === 2);
  finish();
  await waitUntil(isIdle);
  await schedule(['c7b9c1c0-0000-4000-8000-000000000001']);
  await waitUntil(() => runs.length === 3);
  finish();
  await waitUntil(isIdle);
  expect(runs).toHaveLength(3);
});
