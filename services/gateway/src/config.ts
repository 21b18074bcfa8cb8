import {
  type Environment,
  httpUrlSchema,
  portSchema,
  readConfig,
  secretSchema,
  serviceEnv,
} from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8080),
  /** The probes have a port of their own: the public one shows nothing of the inside. */
  PROBE_PORT: portSchema.default(8084),
  INGEST_URL: httpUrlSchema,
  ACCOUNT_URL: httpUrlSchema,
  INTERNAL_TOKEN: secretSchema,
  /** Proxies of the operator's in front of the gateway: whom they say they saw is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** The folder of the built web app. */
  WEB_ROOT: z.string(),
});

export type GatewayConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): GatewayConfig {
  return readConfig(configSchema, env);
}
