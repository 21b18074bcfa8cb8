import { jobs } from '@inlet/queue/jobs';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { createLogger } from '@inlet/service/logger';
import { createTestRedis } from '@inlet/testing/test-redis';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { waitingList } from '#manifests/policies/queues.ts';

it('looks where BullMQ keeps the jobs that wait', async () => {
  const { url, prefix, close } = await createTestRedis();
  onTestFinished(close);
  const redis = openRedis({
    role: 'client',
    url,
    name: 'test',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 2_000);
  for (const name of new Set(Object.values(jobs).map(({ queue }) => queue))) {
    const queue = new Queue(name, { connection: redis, prefix: redisKeys(prefix).queues });
    onTestFinished(() => queue.close());
    await queue.addBulk([
      { name: 'one', data: {} },
      { name: 'two', data: {} },
    ]);
    expect(await redis.llen(waitingList(prefix, name))).toBe(2);
  }
});
