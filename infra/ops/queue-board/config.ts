import {
  type Environment,
  portSchema,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
} from '@inlet/process/config';
import * as z from 'zod';

/** With ten guesses in ten minutes, a password of this length cannot be found. */
const passwordMinLength = 16;

const configSchema = z.object({
  HOST: serviceEnv.HOST,
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  PORT: portSchema.default(8085),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  /** The password that the operator enters; there is no default. */
  QUEUE_BOARD_PASSWORD: z.string().min(passwordMinLength, `must have at least ${passwordMinLength} characters`),
});

export type QueueBoardConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): QueueBoardConfig {
  return readConfig(configSchema, env);
}
