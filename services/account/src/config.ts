import { filesEnv } from '@inlet/blobs/files-env';
import {
  addressRangesSchema,
  billingEnv,
  databaseUrlSchema,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  rateLimitsEnv,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  secretsSchema,
  serviceEnv,
} from '@inlet/process/config';
import * as z from 'zod';
import { planEnv } from '#plan/plans.ts';

/** Secrets of Standard Webhooks, as in `whsec_…`. */
const webhookSecretsSchema = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().regex(/^whsec_[A-Za-z\d+/]{32,}={0,2}$/, 'must be whsec_ and 24 bytes or more as base64')));

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8082),
  DATABASE_URL: databaseUrlSchema,
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  /** The address that people and websites see. */
  PUBLIC_URL: httpUrlSchema,
  ...filesEnv,
  /** Where browsers download files, if on a host of its own; its gateway has the same. */
  FILES_URL: httpUrlSchema.optional(),
  /** Where ingest answers inside; without it a trial of a form goes by the public address, like everybody's. */
  INGEST_URL: httpUrlSchema.optional(),
  /** Signs access tokens and derives refresh tokens; two with a comma between them while one replaces the other. */
  TOKEN_SECRET: secretsSchema,
  /** What services prove themselves with, in the same way. */
  INTERNAL_TOKEN: headerSecretsSchema,
  /** Seals secrets in the database; a list in the same way. */
  ENCRYPTION_KEYS: secretsSchema,
  /** The worker's ledger of erasures, which account only reads: it serves nothing until a restore is followed by them. */
  ERASURE_LEDGER: z.string().min(1).optional(),
  /** Addresses that are no public ones, and that targets may have all the same; the worker has the same list. */
  WEBHOOK_ALLOW: addressRangesSchema.default([]),
  /** Signs reports of bounces and complaints at `/mail-events/generic`; two with a comma between them as above. */
  MAIL_EVENTS_SECRET: webhookSecretsSchema.optional(),
  /** The topic of Amazon SNS to which Amazon SES publishes them, for `/mail-events/ses`. */
  MAIL_EVENTS_TOPIC: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic of Amazon SNS')
    .optional(),
  /** Whether anybody may make an account, or only who was invited. */
  SIGN_UP: z.enum(['open', 'invite']).default('invite'),
  /** Proxies of the operator's in front of this process, other than the gateway. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  ...rateLimitsEnv,
  /** The operator's address, which the web app offers for support. */
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  ...billingEnv,
  ...planEnv,
  /** Whether an account that nobody has used for a year is deleted; without payments it is kept unless this says so. */
  IDLE_ACCOUNTS: z.enum(['delete', 'keep']).default('delete'),
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret key of Stripe'),
  /** What webhooks are signed with; two with a comma between them while one replaces the other. */
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(8, 'must be signing secrets of Stripe')).min(1)),
  /** Where Stripe answers, when it is not Stripe itself. */
  STRIPE_API_URL: httpUrlSchema.optional(),
});

export type AccountConfig = z.output<typeof configSchema>;

/** The client of Stripe wants a key even where nobody uses it. */
const withoutStripe = configSchema.extend({
  IDLE_ACCOUNTS: configSchema.shape.IDLE_ACCOUNTS.removeDefault().default('keep'),
  STRIPE_SECRET_KEY: configSchema.shape.STRIPE_SECRET_KEY.default('sk_test_unused'),
  STRIPE_WEBHOOK_SECRETS: configSchema.shape.STRIPE_WEBHOOK_SECRETS.default([]),
});

export function loadConfig(env?: Environment): AccountConfig {
  const { BILLING } = readConfig(z.object(billingEnv), env);
  return readConfig(BILLING === 'on' ? configSchema : withoutStripe, env);
}

/** What the task needs that waits for the schema. */
const schemaTaskSchema = configSchema.pick({ LOG_LEVEL: true, DATABASE_URL: true });

export function loadSchemaTaskConfig(env?: Environment): z.output<typeof schemaTaskSchema> {
  return readConfig(schemaTaskSchema, env);
}

/** Variables of the operator's command that seals the database anew. */
const rotateKeysSchema = schemaTaskSchema.extend({ ENCRYPTION_KEYS: secretsSchema });

export function loadRotateKeysConfig(env?: Environment): z.output<typeof rotateKeysSchema> {
  return readConfig(rotateKeysSchema, env);
}

/** What migrating needs: the address of the tables' owner, and of the roles that services have. */
const migrateSchema = schemaTaskSchema.extend({
  ACCOUNT_DATABASE_URL: databaseUrlSchema,
  WORKER_DATABASE_URL: databaseUrlSchema,
});

export function loadMigrateConfig(env?: Environment): z.output<typeof migrateSchema> {
  return readConfig(migrateSchema, env);
}
