import * as z from 'zod';
import { databaseAddresses } from '#database-url.ts';
import { misspeltNames } from '#misspelt-names.ts';
import { readValue } from '#read-value.ts';
import { parseClusterUrl, parseSentinelUrl } from '#redis-url.ts';

/** Thrown for an invalid configuration; its message is shown without a stack trace. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a service's configuration, or throws with one message that names every invalid variable. `NAME_FILE` names a
 * file with the value of `NAME`. Variables with misspelt names are reported on the error output.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment = process.env,
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  for (const sentence of misspeltNames(names, env)) process.stderr.write(`${sentence}\n`);
  const unreadable: string[] = [];
  const given = Object.fromEntries(
    names.map((name) => {
      try {
        return [name, readValue(name, env)];
      } catch (error) {
        unreadable.push(`  ${(error as Error).message}`);
        return [name, undefined];
      }
    }),
  );
  const result = schema.safeParse(given);
  if (result.success && unreadable.length === 0) {
    refuseOpenDoors(result.data);
    return result.data;
  }
  const problems = (result.error?.issues ?? []).map((issue) => {
    // An error in a list item names the list, because that is the variable.
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  const others = problems.filter(
    (problem) => !unreadable.some((line) => line.startsWith(`${problem.split(':')[0]}_FILE:`)),
  );
  throw new ConfigError(`The configuration cannot be used:\n${[...unreadable, ...others].join('\n')}`);
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

/** Shortest accepted secret, in characters: 32 random hexadecimal characters are 128 bits. */
const secretMinLength = 32;

export const secretSchema = z.string().min(secretMinLength, `must have at least ${secretMinLength} characters`);

/** A secret during a rotation: the first one is used, and all are accepted. */
export type Secrets = readonly [newest: string, ...others: string[]];

/** One secret, or several separated by commas. */
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
/** Addresses and ranges of addresses, separated by commas. */
export const addressRangesSchema = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses, as in 10.0.0.7, 10.1.0.0/16, ::1'),
    ),
  );
/** Each part of the product has its own path below the public address, so the address itself has no path. */
export const publicUrlSchema = httpUrlSchema
  .refine((url) => new URL(url).pathname === '/', 'must have no path, as in https://forms.example.com')
  .describe(
    'The address that people and websites see, as in `https://forms.example.com`. With HTTPS, browsers ask its host and every host below it by HTTPS only.',
  );
/** A whole number in a range, with a single message for every invalid value. */
export function wholeNumberSchema({ min, max }: { readonly min: number; readonly max: number }) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
}
export const trustedProxiesSchema = wholeNumberSchema({ min: 0, max: 10 })
  .default(0)
  .describe('The number of your proxies before Inlet. Their `X-Forwarded-For` is believed.');
const plainRedisUrlSchema = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' });
/** One Redis, the Sentinels that know which of several is the primary, or nodes of a Redis Cluster. */
export const redisUrlSchema = z
  .string()
  .superRefine((url, context) => {
    try {
      const isOfSeveral = parseSentinelUrl(url) !== null || parseClusterUrl(url) !== null;
      if (!isOfSeveral && !plainRedisUrlSchema.safeParse(url).success) {
        context.addIssue('must be a redis:// address, a redis+sentinel:// address or a redis+cluster:// address');
      }
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  })
  .describe(
    'The Redis, as in `redis://user:password@host:6379`, or `rediss://` with TLS. Sentinels are `redis+sentinel://host:26379,host:26379/name`, and nodes of a Redis Cluster `redis+cluster://host:6379,host:6379`.',
  );
/** One PostgreSQL, or several hosts of which one takes writes. */
export const databaseUrlSchema = z
  .string()
  .superRefine((url, context) => {
    try {
      databaseAddresses(url);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  })
  .describe(
    'The PostgreSQL, as in `postgresql://user:password@host:5432/inlet`. Each service has a role of its own. Of several hosts, as in `host:5432,host:5432`, Inlet uses the one that takes writes.',
  );
/** Inlet looks for the primary among several hosts, so a replica has an address of one. */
export const replicaUrlSchema = databaseUrlSchema.refine((url) => {
  try {
    return databaseAddresses(url).length === 1;
  } catch {
    // What is wrong with it is said above.
    return true;
  }
}, 'must have one host; a balancer may lead to several replicas');
export const databasePreparedSchema = z
  .enum(['on', 'off'])
  .default('on')
  .describe(
    '`off` for a pooler in transaction mode that keeps no prepared statements: then Inlet prepares none, and works a little more for each statement.',
  );
export const smtpUrlSchema = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' });
/** The sender of mails: an address, optionally with a name before it. */
export const mailFromSchema = z
  .string()
  .regex(
    /^[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'must be an address, as in Inlet <no-reply@example.com>',
  );
/** An address without a name. */
export const addressSchema = z
  .string()
  .regex(/^[^\s<>@,]+@[^\s<>@,]+$/, 'must be an address, as in bounces@example.com');
/** The prefix of our keys in a Redis that others may share. */
export const redisPrefixSchema = z
  .string()
  .regex(/^[a-z0-9_-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9, _ and -')
  .default('inlet')
  .describe('The prefix of the keys in Redis.');
/** More lanes than any cluster has masters. */
export const redisLanesMax = 64;
/** The same number in every service. */
export const redisLanesSchema = wholeNumberSchema({ min: 1, max: redisLanesMax })
  .default(1)
  .describe(
    'The number of lanes in Redis, which a Redis Cluster spreads over its masters. An account is in lane 0 until `npm run lanes` moves it.',
  );

/** Tracing, with OpenTelemetry's setting names. Without an endpoint, nothing is traced. */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSchema
    .optional()
    .describe('The collector of spans, as in `http://collector:4318`. Without it nothing is traced.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1)
    .describe('The share of traces that is kept, from 0 to 1.'),
};

/** Variables of every service. */
export const serviceEnv = {
  HOST: z.string().default('0.0.0.0').describe('The address to listen on.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('The level of the logs: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.'),
  INLET_MODE: z
    .enum(['local', 'production'])
    .default('production')
    .describe('`local` is the start on one machine. It alone may create the demo account.'),
  ...tracingEnv,
};

/** Rate limits can be switched off for load tests on one machine. */
export const rateLimitsEnv = {
  RATE_LIMITS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` switches all rate limits off, for load tests on one machine. Production refuses it.'),
};

/** With `off`, no payments are taken: every account has the plan that the operator names. */
export const billingEnv = {
  BILLING: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` takes no payments: every account has the one plan that the settings `PLAN_…` describe.'),
};

export const signUpEnv = {
  SIGN_UP: z
    .enum(['open', 'invite'])
    .default('invite')
    .describe('`open`: anybody may create an account. `invite`: an invitation is needed.'),
};
