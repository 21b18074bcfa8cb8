import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { idleHandlers, openTestQueue } from '#queue.test-setup.ts';
import { ring } from '#ring.ts';

async function openBell() {
  const { producer, consume, redis, keys } = await openTestQueue();
  const queue = new Queue('deliveries', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());
  const runs: string[] = [];
  const finishers: (() => void)[] = [];
  /** Each run lasts until it is told to finish. */
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
    ring: (ids: string[]) => ring(producer, ids),
  };
}

it('rings once for a target, however often it is called before the turn starts', async () => {
  const { runs, start, finish, queue, ring } = await openBell();
  const [one, other] = [randomUUID(), randomUUID()];
  for (let n = 0; n < 20; n += 1) await ring([one]);
  await ring([other]);
  expect(await queue.getWaitingCount()).toBe(2);
  await start();
  await waitUntil(() => runs.length === 2);
  expect(runs.toSorted()).toEqual([one, other].toSorted());
  finish();
});

it('rings once more for what came during a turn', async () => {
  const { runs, start, finish, isIdle, ring } = await openBell();
  await start();
  await ring(['c7b9c1c0-0000-4000-8000-000000000001']);
  await waitUntil(() => runs.length === 1);
  await Promise.all(Array.from({ length: 20 }, () => ring(['c7b9c1c0-0000-4000-8000-000000000001'])));
  finish();
  await waitUntil(() => runs.length === 2);
  finish();
  await waitUntil(isIdle);
  await ring(['c7b9c1c0-0000-4000-8000-000000000001']);
  await waitUntil(() => runs.length === 3);
  finish();
  await waitUntil(isIdle);
  expect(runs).toHaveLength(3);
});
