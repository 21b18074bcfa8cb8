import { filesEnv } from '@inlet/blobs/files-env';
import type { AddressTrust } from '@inlet/http/client-address';
import {
  billingEnv,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  rateLimitsEnv,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
} from '@inlet/process/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8081),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  /** Where account is asked for a form while the directory in Redis is not complete. */
  ACCOUNT_URL: httpUrlSchema,
  /** Where batches go while Redis cannot be used. */
  WORKER_URL: httpUrlSchema,
  /** The address that visitors see. */
  PUBLIC_URL: httpUrlSchema,
  /** The secret between services; two, separated by a comma, during a rotation. */
  INTERNAL_TOKEN: headerSecretsSchema,
  /** Proxies of the operator's in front of ingest itself; the gateway proves itself and is not one of them. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Submissions that one client may send in a minute. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  ...rateLimitsEnv,
  /** The same as account has: it words the refusal of a full month. */
  ...billingEnv,
  /** The same as account and worker have. */
  ...filesEnv,
});

export type IngestConfig = z.output<typeof configSchema>;

/** Whom ingest believes about where a request comes from. */
export function trustOf({ TRUSTED_PROXIES, INTERNAL_TOKEN }: IngestConfig): AddressTrust {
  return { trustedProxies: TRUSTED_PROXIES, gatewayTokens: INTERNAL_TOKEN };
}

export function loadConfig(env?: Environment): IngestConfig {
  return readConfig(configSchema, env);
}
