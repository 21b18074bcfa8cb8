import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  billingEnv,
  ConfigError,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  publicUrlSchema,
  readConfig,
  serviceEnv,
  signUpEnv,
  trustedProxiesSchema,
} from '@inlet/process/config';
import * as z from 'zod';

const operatorDetail = (name: string) => z.string().trim().min(1).max(500).default(`[${name}]`);

/** The operator of this installation. Missing details stand in brackets on the legal pages. */
const operatorEnv = {
  OPERATOR_NAME: operatorDetail('name of the operator').describe(
    'The operator’s name in the legal pages. Missing details stand there in brackets.',
  ),
  OPERATOR_ADDRESS: operatorDetail('postal address of the operator').describe('The operator’s postal address.'),
  OPERATOR_REGISTRATION: operatorDetail('tax or company number of the operator').describe(
    'The operator’s tax or company number.',
  ),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  OPERATOR_HOSTING: operatorDetail('hosting company and the country of its servers').describe(
    'The hosting company, and the country of its servers.',
  ),
  OPERATOR_MAIL_DELIVERY: operatorDetail('company that delivers mail, and its country').describe(
    'The company that delivers mail, and its country.',
  ),
};

/** The gateway reaches its services over plain HTTP. */
const serviceUrl = httpUrlSchema.refine((url) => url.startsWith('http:'), 'must be an http:// address');

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8080),
  PROBE_PORT: portSchema
    .default(8084)
    .describe('The port of the probes and metrics. The public port shows nothing of the inside.'),
  INGEST_URL: serviceUrl,
  ACCOUNT_URL: serviceUrl,
  INTERNAL_TOKEN: headerSecretsSchema,
  TRUSTED_PROXIES: trustedProxiesSchema,
  WEB_ROOT: z.string().describe('The folder of the built web app.'),
  PUBLIC_URL: publicUrlSchema,
  FILES_URL: httpUrlSchema.optional(),
  /** The same as account has: `off` takes plans and prices off the public pages. */
  ...billingEnv,
  LANDING: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`on` keeps the landing page with `BILLING=off`; without it, `/` is the sign-in.'),
  /** The same as account has, for the main buttons of the public pages. */
  ...signUpEnv,
  IDLE_ACCOUNTS: z.enum(['delete', 'keep']).optional(),
  ...operatorEnv,
});

export const settings = configSchema.shape;

export type GatewayConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): GatewayConfig {
  return readConfig(configSchema, env);
}

/** Fails where there is no web app. While the app is developed, Vite serves it. */
export function requireWebApp({ WEB_ROOT, INLET_MODE }: GatewayConfig): void {
  if (INLET_MODE === 'local' || existsSync(join(WEB_ROOT, 'index.html'))) return;
  throw new ConfigError('The configuration cannot be used:\n  WEB_ROOT: must be the folder of the built web app');
}
