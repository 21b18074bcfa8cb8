import { openProducer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { addWaitingJobs } from '#backup/waiting-jobs.ts';

it('gives a restored job the retries, the pauses and the retention of any other', async () => {
  const { redis, keys, prefix } = await openTestRedis();
  const producer = openProducer(redis, keys);
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  onTestFinished(producer.close);
  onTestFinished(() => queue.close());

  const data = packBatch([]);
  await producer.add('store-submissions', 'accepted', data);
  await addWaitingJobs(redis, prefix, [{ name: 'store-submissions', id: 'restored', data }]);
  const [accepted, restored] = await Promise.all([queue.getJob('accepted'), queue.getJob('restored')]);
  expect(restored?.opts).toEqual({ ...accepted?.opts, jobId: 'restored' });
});
