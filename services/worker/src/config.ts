import { filesEnv } from '@inlet/blobs/files-env';
import {
  addressRangesSchema,
  addressSchema,
  billingEnv,
  ConfigError,
  databaseUrlSchema,
  type Environment,
  headerSecretsSchema,
  httpUrlSchema,
  mailFromSchema,
  portSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  secretsSchema,
  serviceEnv,
  smtpUrlSchema,
} from '@inlet/process/config';
import * as z from 'zod';
import { dkimKeySchema } from '#mail/dkim-key.ts';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8083),
  /** The address that people see; links in mails lead there. */
  PUBLIC_URL: httpUrlSchema,
  /** The same as account has: links to files in deliveries lead there. */
  FILES_URL: httpUrlSchema.optional(),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  DATABASE_URL: databaseUrlSchema,
  /**
   * Statements that store batches at once. One waits for the database while another one is packed, so two keep both
   * busy.
   */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(2),
  /** The secret between services; two, separated by a comma, during a rotation. */
  INTERNAL_TOKEN: headerSecretsSchema,
  /** Opens what account sealed; the first of several with commas between them seals. */
  ENCRYPTION_KEYS: secretsSchema,
  /** A file beside the backups that says what was erased: a restore repeats it. Without one a restore brings it back. */
  ERASURE_LEDGER: z.string().min(1).optional(),
  /** Addresses that deliveries may reach although they are not public, such as `10.0.0.0/8,::1`. */
  WEBHOOK_ALLOW: addressRangesSchema.default([]),
  /** A proxy through which deliveries leave, as in `http://proxy:3128`. */
  EGRESS_PROXY: httpUrlSchema.optional(),
  /** The mail server, as in `smtps://user:password@mail.example.com`. */
  SMTP_URL: smtpUrlSchema,
  /** Sender of mails. */
  MAIL_FROM: mailFromSchema.default('Inlet <no-reply@localhost>'),
  /** Where mail servers report what they could not deliver; without one, to the sender, and for auto-replies nowhere. */
  MAIL_BOUNCE_ADDRESS: addressSchema.optional(),
  /** The domain of MAIL_FROM or one above it, whose DNS has the public key. */
  DKIM_DOMAIN: z.hostname().optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'must be a name in the DNS')
    .optional(),
  DKIM_PRIVATE_KEY: dkimKeySchema.optional(),
  ...filesEnv,
  /** A clamd that looks at uploaded files, as in `tcp://clamd:3310`; without one they are available at once. */
  CLAMD_URL: z.url({ protocol: /^tcp$/, error: 'must be an address such as tcp://clamd:3310' }).optional(),
  /** The same as account has: without payments every plan includes deliveries. */
  ...billingEnv,
});

export type WorkerConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): WorkerConfig {
  const config = readConfig(configSchema, env);
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY } = config;
  const given = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY].filter((value) => value !== undefined);
  if (given.length !== 0 && given.length !== 3) {
    const names = 'DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY';
    throw new ConfigError(`The configuration cannot be used:\n  ${names}: give all three, or none`);
  }
  return config;
}

/** Variables of the operator's commands, which send no mails and open no secrets. */
const commandSchema = configSchema.omit({
  PUBLIC_URL: true,
  INTERNAL_TOKEN: true,
  ENCRYPTION_KEYS: true,
  SMTP_URL: true,
  MAIL_FROM: true,
});

export function loadCommandConfig(env?: Environment): z.output<typeof commandSchema> {
  return readConfig(commandSchema, env);
}

/** Erasing takes the bytes of files as well. */
const filesMask = Object.fromEntries(Object.keys(filesEnv).map((name) => [name, true])) as Record<
  keyof typeof filesEnv,
  true
>;
/** Variables of the command that repeats erasures after a restore. */
const repeatSchema = configSchema.pick({
  LOG_LEVEL: true,
  DATABASE_URL: true,
  REDIS_URL: true,
  REDIS_PREFIX: true,
  ENCRYPTION_KEYS: true,
  ERASURE_LEDGER: true,
  PUBLIC_URL: true,
  ...filesMask,
});

export function loadRepeatConfig(env?: Environment): z.output<typeof repeatSchema> {
  return readConfig(repeatSchema, env);
}
