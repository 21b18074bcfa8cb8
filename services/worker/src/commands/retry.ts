import { runTask } from '@inlet/process/run-service';
import { viewBacklog } from '@inlet/queue/backlog';
import { jobs } from '@inlet/queue/jobs';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { loadCommandConfig } from '#config.ts';

const connectWaitMs = 2_000;

/** An operator's command: sends every batch that failed for good through the queue again, also those nobody could read. */
await runTask({
  name: 'retry',
  loadConfig: loadCommandConfig,
  run: async ({ config, logger, lifecycle }) => {
    // A client, because an operator waits for the command: it fails when Redis is away.
    const redis = openRedis({
      role: 'client',
      url: config.REDIS_URL,
      prefix: config.REDIS_PREFIX,
      name: 'retry',
      logger,
    });
    lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());
    await waitUntilConnected(redis, connectWaitMs);
    // BullMQ would wait for ever where Redis is away.
    await redis.ping();
    const backlog = viewBacklog(redis, redisKeys(config.REDIS_PREFIX), jobs['store-submissions'].queue);
    const count = await backlog.retryFailed('all');
    process.stdout.write(`${count} batches sent through the queue again\n`);
  },
});
