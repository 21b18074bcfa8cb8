import { filesEnv } from '@inlet/blobs/files-env';
import {
  addressRangesSchema,
  billingEnv,
  databasePreparedSchema,
  databaseUrlSchema,
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
  replicaUrlSchema,
  secretsSchema,
  serviceEnv,
  signUpEnv,
  trustedProxiesSchema,
  wholeNumberSchema,
} from '@inlet/process/config';
import * as z from 'zod';
import { providerEnv, requireWholeProviders } from '#identity/providers/provider-env.ts';
import { planEnv } from '#plan/plans.ts';

/** Secrets of Standard Webhooks, as in `whsec_…`. */
const webhookSecretsSchema = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().regex(/^whsec_[A-Za-z\d+/]{32,}={0,2}$/, 'must be whsec_ and 24 bytes or more as base64')));

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8082).describe('The port to listen on.'),
  DATABASE_URL: databaseUrlSchema,
  REPLICA_DATABASE_URL: replicaUrlSchema
    .optional()
    .describe(
      'A replica of the PostgreSQL, with account’s role as in `ACCOUNT_DATABASE_URL`, from which lists, searches, exports, analytics and the change feed may be read. Nobody reads anything older than what they wrote.',
    ),
  DATABASE_PREPARED: databasePreparedSchema,
  DATABASE_CONNECTIONS: wholeNumberSchema({ min: 2, max: 200 })
    .default(10)
    .describe('The connections of one account process to PostgreSQL.'),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  PUBLIC_URL: publicUrlSchema,
  ...filesEnv,
  FILES_URL: httpUrlSchema
    .optional()
    .describe(
      'A host of its own from which files are downloaded. It leads to the same gateway, which serves nothing else there.',
    ),
  INGEST_URL: httpUrlSchema.optional().describe('The address of ingest inside.'),
  TOKEN_SECRET: secretsSchema.describe(
    'Signs sessions, 32 random characters or more. Two with a comma between them during a rotation.',
  ),
  INTERNAL_TOKEN: headerSecretsSchema.describe(
    'The secret between the services, 32 random characters or more. Two with a comma between them during a rotation.',
  ),
  ENCRYPTION_KEYS: secretsSchema.describe(
    'Seals secrets in the database, 32 random characters or more. The first of several with commas between them seals.',
  ),
  ERASURE_LEDGER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file in which the worker notes erasures, and which account reads. A restore repeats them. Without it a restore brings erased data back.',
    ),
  WEBHOOK_ALLOW: addressRangesSchema
    .default([])
    .describe('Private addresses that deliveries may reach and whose pages may be checked, such as `10.1.2.0/24,::1`.'),
  MAIL_EVENTS_SECRET: webhookSecretsSchema
    .optional()
    .describe(
      'Signs reports of bounces and complaints at `/mail-events/generic`, as `whsec_` and base64. Two with a comma between them during a rotation.',
    ),
  MAIL_EVENTS_TOPIC: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic of Amazon SNS')
    .optional()
    .describe('The topic of Amazon SNS to which Amazon SES publishes bounces and complaints.'),
  ...signUpEnv,
  ...providerEnv,
  TRUSTED_PROXIES: trustedProxiesSchema,
  ...rateLimitsEnv,
  PASSKEY_DOMAIN: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/, 'must be a host name in lower case, such as example.com')
    .optional()
    .describe(
      'The domain that passkeys belong to for ever: the host of `PUBLIC_URL`, which is the default, or a parent domain of it.',
    ),
  OPERATOR_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe(
      'The operator’s address, for support, the legal pages and `security.txt`. With `SIGN_UP=open` or `BILLING=on`, only its account sees the DNS records of mails.',
    ),
  ...billingEnv,
  ...planEnv,
  IDLE_ACCOUNTS: z
    .enum(['delete', 'keep'])
    .default('delete')
    .describe(
      '`delete`: an account that nobody has used for 12 months is deleted after two mails. `keep`: it stays, which is the default with `BILLING=off`.',
    ),
  WORKSPACES_PER_PERSON: wholeNumberSchema({ min: 1, max: 1_000 })
    .optional()
    .describe('Workspaces that a person may own. 5 without it, or 1 with `BILLING=off` or `SIGN_UP=invite`.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret key of Stripe')
    .describe('The secret key of your Stripe account. Not needed with `BILLING=off`.'),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(8, 'must be signing secrets of Stripe')).min(1))
    .describe(
      'The signing secret of Stripe’s webhook. Two with a comma between them during a rotation. Not needed with `BILLING=off`.',
    ),
  STRIPE_API_URL: httpUrlSchema.optional().describe('The address of a simulated Stripe.'),
});

export const settings = configSchema.shape;

export type AccountConfig = z.output<typeof configSchema>;

/** The client of Stripe wants a key even where nobody uses it. */
const withoutStripe = configSchema.extend({
  IDLE_ACCOUNTS: configSchema.shape.IDLE_ACCOUNTS.removeDefault().default('keep'),
  STRIPE_SECRET_KEY: configSchema.shape.STRIPE_SECRET_KEY.default('sk_test_unused'),
  STRIPE_WEBHOOK_SECRETS: configSchema.shape.STRIPE_WEBHOOK_SECRETS.default([]),
});

export function loadConfig(env?: Environment): AccountConfig {
  const isSold = (env ?? process.env).BILLING !== 'off';
  return readConfig((isSold ? configSchema : withoutStripe).superRefine(requireWholeProviders), env);
}

/** What the task needs that waits for the schema. */
const schemaTaskSchema = configSchema.pick({ LOG_LEVEL: true, DATABASE_URL: true });

export function loadSchemaTaskConfig(env?: Environment): z.output<typeof schemaTaskSchema> {
  return readConfig(schemaTaskSchema, env);
}

/** What an installation's seed needs. The local one reads what account reads. */
const seedSchema = schemaTaskSchema.extend({ INLET_MODE: configSchema.shape.INLET_MODE });

export function loadSeedConfig(env?: Environment): z.output<typeof seedSchema> {
  return readConfig(seedSchema, env);
}

/** Variables of the operator's command that seals the database anew. */
const rotateKeysSchema = schemaTaskSchema.extend({ ENCRYPTION_KEYS: secretsSchema });

export function loadRotateKeysConfig(env?: Environment): z.output<typeof rotateKeysSchema> {
  return readConfig(rotateKeysSchema, env);
}

/** What the operator's command that removes second factors needs: its mail has a link. */
const resetFactorsSchema = configSchema.pick({ LOG_LEVEL: true, DATABASE_URL: true, PUBLIC_URL: true });

export function loadResetFactorsConfig(env?: Environment): z.output<typeof resetFactorsSchema> {
  return readConfig(resetFactorsSchema, env);
}

/** What migrating needs: the address of the tables' owner, and of the roles that services have. */
const migrateSchema = schemaTaskSchema.extend({
  ACCOUNT_DATABASE_URL: databaseUrlSchema,
  WORKER_DATABASE_URL: databaseUrlSchema,
});

export function loadMigrateConfig(env?: Environment): z.output<typeof migrateSchema> {
  return readConfig(migrateSchema, env);
}
