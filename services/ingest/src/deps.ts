import { packBatch } from '@inlet/contracts/submission-batch';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/queue/connections';
import { redisKeys } from '@inlet/queue/keys';
import { openProducer } from '@inlet/queue/producer';
import type { Lifecycle } from '@inlet/service/lifecycle';
import type { Logger } from '@inlet/service/logger';
import { createMetrics, defineHistogram, type Metrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import { v7 as uuidv7 } from 'uuid';
import type { IngestConfig } from '#config.ts';
import { askAccount } from '#forms/ask-account.ts';
import { type FormDirectory, openFormDirectory } from '#forms/form-directory.ts';
import { type Batcher, createBatcher } from '#submissions/batcher.ts';

export interface IngestDeps {
  readonly config: IngestConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly redis: RedisConnection;
  readonly directory: FormDirectory;
  readonly batcher: Batcher;
}

/** Longest wait for Redis at the start; after it the process runs, and its readiness says what is missing. */
const connectWaitMs = 2_000;
const batchSizeBuckets = [1, 2, 5, 10, 25, 50, 100, 250, 500];

/** Opens what ingest works with, and registers how each of it closes. */
export async function openDeps(context: ServiceContext<IngestConfig>): Promise<IngestDeps> {
  const { config, logger, lifecycle } = context;
  const metrics = createMetrics('ingest');
  const keys = redisKeys(config.REDIS_PREFIX);

  const redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'ingest', logger });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());
  const subscriber = openRedis({ role: 'subscriber', url: config.REDIS_URL, name: 'ingest-forms', logger });
  lifecycle.onClose('disconnect', 'redis subscriber', () => subscriber.disconnect());

  const fallback = askAccount(config);
  const directory = openFormDirectory({ redis, subscriber, keys, fallback, logger });

  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);
  const batchSizes = defineHistogram(metrics, 'inlet_batch_submissions', 'Submissions in a batch', batchSizeBuckets);
  const batcher = createBatcher(async (batch) => {
    batchSizes.observe(batch.length);
    await producer.add('store-submissions', uuidv7(), packBatch(batch));
  });
  lifecycle.onClose('finish work', 'batcher', batcher.idle);

  await Promise.all([redis, subscriber].map((connection) => waitUntilConnected(connection, connectWaitMs)));
  return { config, logger, lifecycle, metrics, redis, directory, batcher };
}
