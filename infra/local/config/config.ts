import { join, resolve } from 'node:path';
import { filesEnv } from '@inlet/blobs/files-env';
import {
  billingEnv,
  ConfigError,
  databaseUrlSchema,
  type Environment,
  mailFromSchema,
  readConfig,
  redisLanesSchema,
  redisPrefixSchema,
  redisUrlSchema,
  serviceEnv,
  signUpEnv,
  smtpUrlSchema,
} from '@inlet/process/config';
import * as z from 'zod';

export const projectRoot = resolve(import.meta.dirname, '../../..');

/** The variable that sets each port; the other ports follow PORT, in this order. */
export const portVariables = {
  gateway: 'PORT',
  ingest: 'INGEST_PORT',
  account: 'ACCOUNT_PORT',
  worker: 'WORKER_PORT',
  gatewayProbe: 'GATEWAY_PROBE_PORT',
  /** The gateway's port if Vite listens in front of it. */
  gatewayBehindVite: 'DEV_GATEWAY_PORT',
  /** The port of the inbox for the product's mails. */
  mail: 'MAIL_PORT',
  mailSmtp: 'MAIL_SMTP_PORT',
  /** The port of the local Stripe if no real key is set. */
  stripe: 'STRIPE_PORT',
} as const;

export type Ports = Record<keyof typeof portVariables, number>;

const PORT_MAX = 65_535;
const portsAfterTheFirst = Object.keys(portVariables).length - 1;
const portUpTo = (max: number) => {
  const message = `must be a port from 1 to ${max}`;
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
};
const otherPort = portUpTo(PORT_MAX).optional();
const portsEnv = Object.fromEntries(Object.values(portVariables).map((name) => [name, otherPort])) as Record<
  (typeof portVariables)[keyof Ports],
  typeof otherPort
>;

const schema = z.object({
  ...portsEnv,
  // The other ports need numbers above it.
  PORT: portUpTo(PORT_MAX - portsAfterTheFirst).default(8080),
  INLET_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrlSchema.optional(),
  ACCOUNT_DATABASE_URL: databaseUrlSchema.optional(),
  WORKER_DATABASE_URL: databaseUrlSchema.optional(),
  REDIS_URL: redisUrlSchema.optional(),
  REDIS_PREFIX: redisPrefixSchema,
  REDIS_LANES: redisLanesSchema,
  SMTP_URL: smtpUrlSchema.optional(),
  MAIL_FROM: mailFromSchema.default('Inlet <no-reply@inlet.local>'),
  DKIM_PRIVATE_KEY: z.string().optional(),
  MAIL_EVENTS_SECRET: z.string().optional(),
  SIGN_UP: signUpEnv.SIGN_UP.removeDefault().default('open'),
  ...billingEnv,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRETS: z.string().optional(),
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
});

const providerSecrets = ['OIDC_CLIENT_SECRET', 'GOOGLE_CLIENT_SECRET', 'GITHUB_CLIENT_SECRET'];

/** Reads what a start on one machine lets its owner choose; fails with one message that names every mistake. */
export function readLocalConfig(env: Environment = process.env) {
  const given = readConfig(schema, env);
  return {
    dataDir: resolve(projectRoot, given.INLET_DATA_DIR),
    ports: choosePorts(given),
    /** The address for the owner of the tables, who migrates. */
    databaseUrl: given.DATABASE_URL,
    /** The addresses for the roles of the services, if the start does not create these roles. */
    accountDatabaseUrl: given.ACCOUNT_DATABASE_URL,
    workerDatabaseUrl: given.WORKER_DATABASE_URL,
    redisUrl: given.REDIS_URL,
    redisPrefix: given.REDIS_PREFIX,
    redisLanes: given.REDIS_LANES,
    /** A mail server that delivers; without it, an inbox on this machine catches mails. */
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    /** Signs mails, and verifies reports about them, if they are set. */
    dkimPrivateKey: given.DKIM_PRIVATE_KEY,
    mailEventsSecret: given.MAIL_EVENTS_SECRET,
    signUp: given.SIGN_UP,
    /** A Stripe account; without it, a simulated Stripe runs on this machine. */
    stripe: chooseStripe(given),
    billing: given.BILLING,
    logLevel: given.LOG_LEVEL,
    /** Settings that are passed to the services unchanged, such as those of a single service. */
    inherited: pick(env, (name) => !notInherited.has(name)),
    /** The secrets of clients at the providers that sign people in, as far as they are given. */
    providerSecrets: pick(env, (name) => providerSecrets.includes(name)),
    /** Where files are kept, as far as it is chosen; only the services that keep them get it. */
    files: pick(env, (name) => Object.hasOwn(filesEnv, name)),
  };
}

export type LocalConfig = ReturnType<typeof readLocalConfig>;

/** The folder of the web app's sources and, after a build, of its output. */
export const webDir = join(projectRoot, 'web');

function choosePorts(given: z.output<typeof schema>): Ports {
  const names = Object.keys(portVariables) as (keyof Ports)[];
  const chosen = names.map((name, offset) => [name, given[portVariables[name]] ?? given.PORT + offset] as const);
  const twice = chosen.filter(([, port], index) => chosen.findIndex(([, other]) => other === port) !== index);
  if (twice.length > 0) {
    const problems = twice.map(
      ([name, port]) => `  ${portVariables[name]}: ${port} is taken by another of these ports`,
    );
    throw new ConfigError(`The configuration cannot be used:\n${problems.join('\n')}`);
  }
  return Object.fromEntries(chosen) as Ports;
}

function chooseStripe(given: z.output<typeof schema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets } = given;
  if (secretKey === undefined) return undefined;
  if (webhookSecrets !== undefined) return { secretKey, webhookSecrets };
  throw new ConfigError(
    'The configuration cannot be used:\n  STRIPE_WEBHOOK_SECRETS: is missing; Stripe shows it beside the address of the webhook',
  );
}

// Each service gets only its own addresses and secrets.
const notInherited = new Set([
  ...providerSecrets,
  ...Object.keys(schema.shape),
  ...Object.keys(filesEnv),
  'HOST',
  'TOKEN_SECRET',
  'INTERNAL_TOKEN',
  'ENCRYPTION_KEYS',
  'PROBE_PORT',
  'SMTP_PORT',
  'MAIL_FOLDER',
  'STRIPE_API_URL',
  'STRIPE_PAGES_URL',
  'STRIPE_WEBHOOK_URL',
  'STRIPE_WEBHOOK_SECRET',
  'STATE_FILE',
]);

function pick(env: Environment, isWanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(env).filter(([name, value]) => value !== undefined && isWanted(name));
  return Object.fromEntries(entries) as Record<string, string>;
}
