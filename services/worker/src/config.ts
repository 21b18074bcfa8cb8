import {
  addressRangesSchema,
  databaseUrlSchema,
  type Environment,
  httpUrlSchema,
  mailFromSchema,
  portSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  secretsSchema,
  serviceEnv,
  smtpUrlSchema,
} from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  ...serviceEnv,
  PORT: portSchema.default(8083),
  REDIS_URL: redisUrlSchema,
  REDIS_PREFIX: redisPrefixSchema,
  DATABASE_URL: databaseUrlSchema,
  /** Batches written at once. One waits for the database while another one is packed, so two keep both busy. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(2),
  /** Opens what account sealed; the first of several with commas between them seals. */
  ENCRYPTION_KEYS: secretsSchema,
  /** Addresses that deliveries may reach although they are not public, such as `10.0.0.0/8,::1`. */
  WEBHOOK_ALLOW: addressRangesSchema.default([]),
  /** A proxy through which deliveries leave, as in `http://proxy:3128`. */
  EGRESS_PROXY: httpUrlSchema.optional(),
  /** The mail server, as in `smtps://user:password@mail.example.com`. */
  SMTP_URL: smtpUrlSchema,
  /** Sender of mails. */
  MAIL_FROM: mailFromSchema.default('Inlet <no-reply@localhost>'),
});

export type WorkerConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): WorkerConfig {
  return readConfig(configSchema, env);
}

/** Variables of the operator's command, which sends no mails and opens no secrets. */
const replaySchema = configSchema.omit({ ENCRYPTION_KEYS: true, SMTP_URL: true, MAIL_FROM: true });

export function loadReplayConfig(env?: Environment): z.output<typeof replaySchema> {
  return readConfig(replaySchema, env);
}
