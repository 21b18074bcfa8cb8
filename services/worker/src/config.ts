import {
  databaseUrlSchema,
  type Environment,
  portSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
} from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8083),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  DATABASE_URL: databaseUrlSchema,
  /** Batches written at once. One waits for the database while another one is packed, so two keep both busy. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(2),
});

export type WorkerConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): WorkerConfig {
  return readConfig(configSchema, env);
}
