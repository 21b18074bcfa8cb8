import { openProducer } from '@inlet/queue/producer';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { createLogger } from '@inlet/service/logger';
import { packBatch } from '@inlet/submissions/batch';
import { createTestRedis } from '@inlet/testing/test-redis';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { addWaitingJobs } from '#backup/waiting-jobs.ts';

it('gives a restored job the retries, the pauses and the retention of any other', async () => {
  const { url, prefix, close } = await createTestRedis();
  onTestFinished(close);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const redis = openRedis({ role: 'client', url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 5_000);
  const producer = openProducer(redis, redisKeys(prefix));
  const queue = new Queue('submissions', { connection: redis, prefix: redisKeys(prefix).queues });
  onTestFinished(producer.close);
  onTestFinished(() => queue.close());

  const data = packBatch([]);
  await producer.add('store-submissions', 'accepted', data);
  await addWaitingJobs(redis, prefix, [{ name: 'store-submissions', id: 'restored', data }]);
  const [accepted, restored] = await Promise.all([queue.getJob('accepted'), queue.getJob('restored')]);
  expect(restored?.opts).toEqual({ ...accepted?.opts, jobId: 'restored' });
});
