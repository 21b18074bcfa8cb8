import {
  billingEnv,
  databaseUrlSchema,
  type Environment,
  httpUrlSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  smtpUrlSchema,
  wholeNumberSchema,
} from '@inlet/process/config';
import * as z from 'zod';
import { volumesSchema } from '#watch/volumes.ts';

const url = httpUrlSchema.optional();

/** What the doctor may look at; what is not given is left out, and said to be. */
const settingsSchema = z.object({
  DATABASE_URL: databaseUrlSchema.optional(),
  REDIS_URL: redisUrlSchema.optional(),
  REDIS_PREFIX: redisPrefixSchema,
  ACCOUNT_URL: url,
  INGEST_URL: url,
  WORKER_URL: url,
  /** Where the gateway shows its probes. */
  GATEWAY_PROBE_URL: url,
  /** The gateway, where that is reached by another address than people have. */
  GATEWAY_URL: url,
  /** Where people come in. */
  PUBLIC_URL: url,
  /** The gateway's own setting. */
  TRUSTED_PROXIES: wholeNumberSchema({ min: 0, max: 10 }).optional(),
  SMTP_URL: smtpUrlSchema.optional(),
  ...billingEnv,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRETS: z.string().optional(),
  STRIPE_API_URL: httpUrlSchema.default('https://api.stripe.com'),
  TOKEN_SECRET: z.string().optional(),
  INTERNAL_TOKEN: z.string().optional(),
  ENCRYPTION_KEYS: z.string().optional(),
  /** The file of the worker that says what was erased. */
  ERASURE_LEDGER: z.string().min(1).optional(),
  /** A folder on the disk that PostgreSQL and Redis write to. */
  DATA_DIR: z.string().optional(),
  /** Where the volumes of the stores are mounted, each by its name. */
  VOLUMES: volumesSchema.optional(),
  /** Where scheduled backups are written. */
  BACKUP_FOLDER: z.string().min(1).optional(),
});

export type DoctorSettings = z.output<typeof settingsSchema>;

/** What is missed where it is not given. A ledger that is not kept is a finding of its own. */
export const lookedAt = settingsSchema.omit({ ERASURE_LEDGER: true, GATEWAY_URL: true }).keyof().options;

export function loadSettings(env: Environment): DoctorSettings {
  return readConfig(settingsSchema, env);
}
