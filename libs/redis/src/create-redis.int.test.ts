import { expect, it, onTestFinished } from 'vitest';
import { createRedis } from '#create-redis.ts';

it('a program that runs once fails if no Sentinel responds, and does not wait', async () => {
  const redis = createRedis('redis+sentinel://127.0.0.1:1/main', {
    maxRetriesPerRequest: 1,
    sentinelRetryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  await expect(redis.ping()).rejects.toThrow('All sentinels are unreachable');
});
