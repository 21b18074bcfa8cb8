import {
  databaseUrlSchema,
  type Environment,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
  wholeNumberSchema,
} from '@inlet/process/config';
import * as z from 'zod';
import type { Stores } from '#backup/stores.ts';

const secondsOf: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };
const keptMax = 10_000;

const configSchema = z.object({
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  DATABASE_URL: databaseUrlSchema,
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  BACKUP_FOLDER: z.string().startsWith('/', 'must be the path of a folder'),
  /** The time between two backups, in seconds. */
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a time such as 24h, 30m or 7d')
    .default('24h')
    .transform((text) => Number.parseInt(text, 10) * (secondsOf[text.slice(-1)] ?? 0)),
  BACKUP_KEEP: wholeNumberSchema({ min: 1, max: keptMax }).default(14),
});

export type ScheduleConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): ScheduleConfig {
  return readConfig(configSchema, env);
}

export function storesOf(config: ScheduleConfig): Stores {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, REDIS_LANES: redisLanes } = config;
  return { databaseUrl, redisUrl, redisPrefix, redisLanes };
}
