import { filesEnv } from '@inlet/blobs/files-env';
import type { AddressTrust } from '@inlet/http/client-address';
import {
  billingEnv,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  publicUrlSchema,
  rateLimitsEnv,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
  trustedProxiesSchema,
  wholeNumberSchema,
} from '@inlet/process/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8081),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  ACCOUNT_URL: httpUrlSchema.describe('The address of account inside.'),
  WORKER_URL: httpUrlSchema.describe('The address of the worker inside.'),
  PUBLIC_URL: publicUrlSchema,
  INTERNAL_TOKEN: headerSecretsSchema,
  TRUSTED_PROXIES: trustedProxiesSchema,
  RATE_LIMIT_PER_MINUTE: wholeNumberSchema({ min: 1, max: 1_000_000_000 })
    .default(120)
    .describe('Submissions that one visitor’s address may send to one ingest process in a minute.'),
  ...rateLimitsEnv,
  /** The same as in account. The refusal of a full month depends on it. */
  ...billingEnv,
  /** The same as in account and worker. */
  ...filesEnv,
});

export const settings = configSchema.shape;

export type IngestConfig = z.output<typeof configSchema>;

/** The proxies that ingest trusts for the client's address. */
export function trustOf({ TRUSTED_PROXIES, INTERNAL_TOKEN }: IngestConfig): AddressTrust {
  return { trustedProxies: TRUSTED_PROXIES, gatewayTokens: INTERNAL_TOKEN };
}

export function loadConfig(env?: Environment): IngestConfig {
  return readConfig(configSchema, env);
}
