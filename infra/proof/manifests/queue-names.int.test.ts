import { jobs } from '@inlet/queue/jobs';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { waitingList } from '#manifests/policies/scaling.ts';

it('looks where BullMQ keeps the jobs that wait', async () => {
  const { redis, keys, prefix } = await openTestRedis();
  for (const name of new Set(Object.values(jobs).map(({ queue }) => queue))) {
    const queue = new Queue(name, { connection: redis, prefix: keys.queues });
    onTestFinished(() => queue.close());
    await queue.addBulk([
      { name: 'one', data: {} },
      { name: 'two', data: {} },
    ]);
    expect(await redis.llen(waitingList(prefix, name))).toBe(2);
  }
});
