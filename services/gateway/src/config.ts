import {
  billingEnv,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  readConfig,
  serviceEnv,
} from '@inlet/process/config';
import * as z from 'zod';

const operatorDetail = (name: string) => z.string().trim().min(1).max(500).default(`[${name}]`);

/** The operator of this installation. Missing details stand in brackets on the legal pages. */
const operatorEnv = {
  OPERATOR_NAME: operatorDetail('name of the operator'),
  OPERATOR_ADDRESS: operatorDetail('postal address of the operator'),
  OPERATOR_REGISTRATION: operatorDetail('tax or company number of the operator'),
  /** Without it there is no `security.txt`. */
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  OPERATOR_HOSTING: operatorDetail('hosting company and the country of its servers'),
  OPERATOR_MAIL_DELIVERY: operatorDetail('company that delivers mail, and its country'),
};

/** Services are spoken to in plain HTTP. */
const serviceUrl = httpUrlSchema.refine((url) => url.startsWith('http:'), 'must be an http:// address');

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8080),
  /** The probes have a port of their own: the public one shows nothing of the inside. */
  PROBE_PORT: portSchema.default(8084),
  INGEST_URL: serviceUrl,
  ACCOUNT_URL: serviceUrl,
  /** The secret between services; two, separated by a comma, during a rotation. */
  INTERNAL_TOKEN: headerSecretsSchema,
  /** Proxies of the operator's in front of the gateway: whom they say they saw is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** The folder of the built web app. */
  WEB_ROOT: z.string(),
  /** Where browsers reach the product; canonical links and the sitemap name it. */
  PUBLIC_URL: httpUrlSchema,
  /** A host of its own for downloads, as account has it. */
  FILES_URL: httpUrlSchema.optional(),
  /** The same as account has: `off` takes plans and prices off the public pages. */
  ...billingEnv,
  /** The same as account has, for the legal pages. */
  IDLE_ACCOUNTS: z.enum(['delete', 'keep']).optional(),
  ...operatorEnv,
});

export type GatewayConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): GatewayConfig {
  return readConfig(configSchema, env);
}
