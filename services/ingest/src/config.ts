import {
  type Environment,
  httpUrlSchema,
  portSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  secretSchema,
  serviceEnv,
} from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8081),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  /** Where account is asked for a form while the directory in Redis is not complete. */
  ACCOUNT_URL: httpUrlSchema,
  /** The address that visitors see. */
  PUBLIC_URL: httpUrlSchema,
  INTERNAL_TOKEN: secretSchema,
});

export type IngestConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): IngestConfig {
  return readConfig(configSchema, env);
}
