import { filesEnv } from '@inlet/blobs/files-env';
import {
  addressRangesSchema,
  addressSchema,
  billingEnv,
  ConfigError,
  databasePreparedSchema,
  databaseUrlSchema,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  mailFromSchema,
  portSchema,
  publicUrlSchema,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  secretsSchema,
  serviceEnv,
  smtpUrlSchema,
  wholeNumberSchema,
} from '@inlet/process/config';
import { dkimKeySchema } from '@inlet/sender-check/dkim-key';
import * as z from 'zod';

const lanesMessage = 'must be lanes, as in `0,2`';
const workerLanesSchema = z
  .string()
  .regex(/^\d{1,2}(,\d{1,2})*$/, lanesMessage)
  .transform((text) => [...new Set(text.split(',').map(Number))].sort((one, other) => one - other))
  .optional()
  .describe(
    'The lanes whose submissions a worker stores, as in `0,2`; all by default. Only workers with lane 0 send mails and deliveries.',
  );

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8083),
  PUBLIC_URL: publicUrlSchema,
  FILES_URL: httpUrlSchema.optional(),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  WORKER_LANES: workerLanesSchema,
  DATABASE_URL: databaseUrlSchema,
  DATABASE_PREPARED: databasePreparedSchema,
  // One statement waits for the database while the next one is packed, so two keep both busy.
  WORKER_CONCURRENCY: wholeNumberSchema({ min: 1, max: 50 })
    .default(2)
    .describe('How many statements of one worker store batches at the same time.'),
  INTERNAL_TOKEN: headerSecretsSchema,
  INGEST_URL: httpUrlSchema.optional().describe('The address of ingest inside.'),
  ENCRYPTION_KEYS: secretsSchema,
  ERASURE_LEDGER: z.string().min(1).optional(),
  WEBHOOK_ALLOW: addressRangesSchema.default([]),
  EGRESS_PROXY: httpUrlSchema
    .optional()
    .describe(
      'A proxy through which deliveries leave, such as `http://proxy:3128`. It resolves their names, so it has to refuse private addresses.',
    ),
  SMTP_URL: smtpUrlSchema.describe('The mail server, as in `smtps://user:password@mail.example.com`.'),
  MAIL_FROM: mailFromSchema.default('Inlet <no-reply@localhost>').describe('The sender of mails.'),
  MAIL_BOUNCE_ADDRESS: addressSchema
    .optional()
    .describe(
      'The envelope sender of mails, which gets the reports of mail servers. Without it, the sender; nobody for auto-replies.',
    ),
  DKIM_DOMAIN: z.hostname().optional().describe('The domain that signs mails: that of `MAIL_FROM`, or one above it.'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'must be a name in the DNS')
    .optional()
    .describe('The selector of the DKIM key in the DNS.'),
  DKIM_PRIVATE_KEY: dkimKeySchema
    .optional()
    .describe('The private key of DKIM, as PEM. Give all three of DKIM, or none.'),
  ...filesEnv,
  CLAMD_URL: z
    .url({ protocol: /^tcp$/, error: 'must be an address such as tcp://clamd:3310' })
    .optional()
    .describe('A virus scanner, such as `tcp://clamd:3310`. Files can be downloaded once it has found nothing.'),
  /** The same as account has: without payments every plan includes deliveries. */
  ...billingEnv,
});

export const settings = configSchema.shape;

export type WorkerConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): WorkerConfig {
  const config = readConfig(configSchema, env);
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY } = config;
  const given = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY].filter((value) => value !== undefined);
  if (given.length !== 0 && given.length !== 3) {
    const names = 'DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY';
    throw new ConfigError(`The configuration cannot be used:\n  ${names}: give all three, or none`);
  }
  const { REDIS_LANES, WORKER_LANES = [] } = config;
  if (WORKER_LANES.some((lane) => lane >= REDIS_LANES)) {
    const last = `The last lane is ${REDIS_LANES - 1}, as REDIS_LANES is ${REDIS_LANES}`;
    throw new ConfigError(`The configuration cannot be used:\n  WORKER_LANES: ${last}`);
  }
  return config;
}

/** Variables of the operator's commands, which send no mails and open no secrets. */
const commandSchema = configSchema.omit({
  WORKER_LANES: true,
  PUBLIC_URL: true,
  INTERNAL_TOKEN: true,
  ENCRYPTION_KEYS: true,
  SMTP_URL: true,
  MAIL_FROM: true,
});

export function loadCommandConfig(env?: Environment): z.output<typeof commandSchema> {
  return readConfig(commandSchema, env);
}

/** An erasure also deletes the bytes of files. */
const filesMask = Object.fromEntries(Object.keys(filesEnv).map((name) => [name, true])) as Record<
  keyof typeof filesEnv,
  true
>;
/** Variables of the command that repeats erasures after a restore. */
const repeatSchema = configSchema.pick({
  LOG_LEVEL: true,
  DATABASE_URL: true,
  DATABASE_PREPARED: true,
  REDIS_URL: true,
  REDIS_PREFIX: true,
  REDIS_LANES: true,
  ENCRYPTION_KEYS: true,
  ERASURE_LEDGER: true,
  PUBLIC_URL: true,
  ...filesMask,
});

export function loadRepeatConfig(env?: Environment): z.output<typeof repeatSchema> {
  return readConfig(repeatSchema, env);
}
