import {
  addressSchema,
  billingEnv,
  databaseUrlSchema,
  type Environment,
  httpUrlSchema,
  mailFromSchema,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  replicaUrlSchema,
  signUpEnv,
  smtpUrlSchema,
  wholeNumberSchema,
} from '@inlet/process/config';
import { dkimKeySchema } from '@inlet/sender-check/dkim-key';
import * as z from 'zod';
import { volumesSchema } from '#watch/volumes.ts';

const url = httpUrlSchema.optional();

/** The settings of the doctor; parts without a setting are skipped and reported as skipped. */
const settingsSchema = z.object({
  DATABASE_URL: databaseUrlSchema.optional(),
  /** Account's own setting. */
  REPLICA_DATABASE_URL: replicaUrlSchema.optional(),
  REDIS_URL: redisUrlSchema.optional(),
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  ACCOUNT_URL: url,
  INGEST_URL: url,
  WORKER_URL: url,
  /** The address of the gateway's probes. */
  GATEWAY_PROBE_URL: url,
  /** The gateway's address if it differs from the public one. */
  GATEWAY_URL: url,
  /** The public address. */
  PUBLIC_URL: url,
  /** The domain of passkeys, where that is not the host of the public address. */
  PASSKEY_DOMAIN: z.string().min(1).optional(),
  /** The gateway's own setting. */
  TRUSTED_PROXIES: wholeNumberSchema({ min: 0, max: 10 }).optional(),
  SMTP_URL: smtpUrlSchema.optional(),
  /** The worker's own settings of mails. */
  MAIL_FROM: mailFromSchema.optional(),
  MAIL_BOUNCE_ADDRESS: addressSchema.optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: dkimKeySchema.optional(),
  /** Account's own settings of who sees the records of mails. */
  ...signUpEnv,
  OPERATOR_EMAIL: addressSchema.optional(),
  ...billingEnv,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRETS: z.string().optional(),
  STRIPE_API_URL: httpUrlSchema.default('https://api.stripe.com'),
  TOKEN_SECRET: z.string().optional(),
  INTERNAL_TOKEN: z.string().optional(),
  ENCRYPTION_KEYS: z.string().optional(),
  /** The worker's ledger of erasures. */
  ERASURE_LEDGER: z.string().min(1).optional(),
  /** A folder on the disk that PostgreSQL and Redis write to. */
  DATA_DIR: z.string().optional(),
  /** The mount points of the stores' volumes, each by its name. */
  VOLUMES: volumesSchema.optional(),
  /** The folder of scheduled backups. */
  BACKUP_FOLDER: z.string().min(1).optional(),
});

export type DoctorSettings = z.output<typeof settingsSchema>;

/** Settings that an installation need not have. */
const optional = {
  REPLICA_DATABASE_URL: true,
  GATEWAY_URL: true,
  PASSKEY_DOMAIN: true,
  MAIL_BOUNCE_ADDRESS: true,
  OPERATOR_EMAIL: true,
} as const;

/** What is missed where it is not given. A ledger that is not kept, and mails without a signature, are findings. */
export const lookedAt = settingsSchema
  .omit({ ...optional, ERASURE_LEDGER: true, DKIM_DOMAIN: true, DKIM_SELECTOR: true, DKIM_PRIVATE_KEY: true })
  .keyof().options;

export function loadSettings(env: Environment): DoctorSettings {
  return readConfig(settingsSchema, env);
}
