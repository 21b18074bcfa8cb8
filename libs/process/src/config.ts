import * as z from 'zod';
import { parseSentinelUrl } from '#redis-url.ts';

/** Raised for a configuration that cannot be used; its message is meant to be read as it is, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a service's configuration, or fails with one message that names every variable that is wrong. */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment = process.env,
): z.output<Schema> {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]));
  const result = schema.safeParse(given);
  if (result.success) {
    refuseOpenDoors(result.data);
    return result.data;
  }
  const problems = result.error.issues.map((issue) => {
    // An error in a list item names the list, because that is the variable to look for.
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  throw new ConfigError(`The configuration cannot be used:\n${problems.join('\n')}`);
}

function refuseOpenDoors(config: { readonly INLET_MODE?: unknown; readonly RATE_LIMITS?: unknown }): void {
  if (config.INLET_MODE !== 'production' || config.RATE_LIMITS !== 'off') return;
  throw new ConfigError('The configuration cannot be used:\n  RATE_LIMITS: can only be off where INLET_MODE is local');
}

/** A TCP port; 0 lets the system choose. */
export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a port number');

/** Shortest secret that is accepted, in characters: 32 random characters of base 16 are 128 bits. */
const secretMinLength = 32;

export const secretSchema = z.string().min(secretMinLength, `must have at least ${secretMinLength} characters`);

/** A secret while another takes its place: the first is used, every one is accepted. */
export type Secrets = readonly [newest: string, ...others: string[]];

/** One secret, or several with a comma between them. */
export const secretsSchema = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.tuple([secretSchema], secretSchema));

/** Secrets that are sent as a header. */
export const headerSecretsSchema = secretsSchema.refine(
  (secrets) => secrets.every((secret) => /^[\x20-\x7e]+$/.test(secret)),
  'must be of ASCII characters, such as those of `openssl rand -hex 32`',
);
export const httpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
/** Addresses and ranges of addresses, with commas between them. */
export const addressRangesSchema = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses, as in 10.0.0.7, 10.1.0.0/16, ::1'),
    ),
  );
const plainRedisUrlSchema = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' });
/** One Redis, or the Sentinels that know which of several is the primary. */
export const redisUrlSchema = z.string().superRefine((url, context) => {
  try {
    if (parseSentinelUrl(url) === null && !plainRedisUrlSchema.safeParse(url).success) {
      context.addIssue('must be a redis:// address, or a redis+sentinel:// address');
    }
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});
export const databaseUrlSchema = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });
export const smtpUrlSchema = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' });
/** Sender of mails: an address, with or without a name before it. */
export const mailFromSchema = z
  .string()
  .regex(
    /^[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'must be an address, as in Inlet <no-reply@example.com>',
  );
/** A bare address. */
export const addressSchema = z
  .string()
  .regex(/^[^\s<>@,]+@[^\s<>@,]+$/, 'must be an address, as in bounces@example.com');
/** Names our keys in a Redis that others may use too. */
export const redisPrefixSchema = z
  .string()
  .regex(/^[a-z0-9_-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9, _ and -')
  .default('inlet');

/** Tracing, by the names that OpenTelemetry gives its settings. Without an endpoint nothing is traced. */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSchema.optional(),
  /** The share of traces that is kept; the same in every service. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Variables of every service. */
export const serviceEnv = {
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** `local` is the one-machine start: it alone may create the demo account. */
  INLET_MODE: z.enum(['local', 'production']).default('production'),
  ...tracingEnv,
};

/** Rate limits can be switched off for load tests on one machine. */
export const rateLimitsEnv = { RATE_LIMITS: z.enum(['on', 'off']).default('on') };

/** `off` takes no payments: every account has the one plan that the operator names. */
export const billingEnv = { BILLING: z.enum(['on', 'off']).default('on') };
