import { openPool } from '@inlet/db/open-pool';
import { runTask } from '@inlet/process/run-service';
import { openProducer } from '@inlet/queue/producer';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { loadCommandConfig } from '#config.ts';
import { replayDead } from '#submissions/replay-dead.ts';

const connectWaitMs = 2_000;

/** An operator's command: retries storing what the database refused, after the cause is fixed. */
await runTask({
  name: 'replay',
  loadConfig: loadCommandConfig,
  run: async ({ config, logger, lifecycle }) => {
    const { DATABASE_URL: url, DATABASE_PREPARED: prepared } = config;
    const pool = openPool({ url, prepared, maxConnections: 1, applicationName: 'replay' });
    lifecycle.onClose('disconnect', 'database', () => pool.end());
    // A client, because an operator waits for the command: it fails if Redis is away.
    const redis = openRedis({
      role: 'client',
      url: config.REDIS_URL,
      prefix: config.REDIS_PREFIX,
      name: 'replay',
      logger,
    });
    lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());
    await waitUntilConnected(redis, connectWaitMs);
    const producer = openProducer(redis, redisKeys(config.REDIS_PREFIX));
    lifecycle.onClose('flush', 'producer', producer.close);
    const count = await replayDead(pool, producer);
    process.stdout.write(`${count} submissions sent through the queue again\n`);
  },
});
