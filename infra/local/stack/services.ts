import { join } from 'node:path';
import type { ServiceRole } from '@inlet/db/privileges';
import { type LocalConfig, type Ports, projectRoot, webDir } from '#config/config.ts';
import type { Runtime } from '#files/runtime-file.ts';
import type { Secrets } from '#files/secrets.ts';
import type { ServiceSpec } from '#processes/service-process.ts';

export type Mode = 'start' | 'dev';

export type Surroundings = {
  config: LocalConfig;
  mode: Mode;
  /** The address for each service's own role. */
  databaseUrls: Readonly<Record<ServiceRole, string>>;
  redisUrl: string;
  secrets: Pick<Secrets, 'tokenSecret' | 'internalToken' | 'webhookSecret' | 'encryptionKeys'>;
};

/** The file that each process runs, which distinguishes it from a later process with its pid. */
export const programFiles = {
  stripe: 'infra/stripe-simulator/main.ts',
  account: 'services/account/src/main.ts',
  mail: 'infra/local/mail-catcher/main.ts',
  worker: 'services/worker/src/main.ts',
  ingest: 'services/ingest/src/main.ts',
  gateway: 'services/gateway/src/main.ts',
  web: 'node_modules/vite/bin/vite.js',
};

type Name = Exclude<keyof typeof programFiles, 'web'>;

/** Options of Node itself; the manifests contain the same. docs/decisions/operations.md and intake.md say why. */
const nodeOptions: Readonly<Partial<Record<Name, readonly string[]>>> = {
  account: ['--max-semi-space-size=4'],
  ingest: ['--no-allocation-site-pretenuring'],
};

/** Node's arguments for a service. */
export function argumentsOf(name: Name): readonly string[] {
  return [...(nodeOptions[name] ?? []), join(projectRoot, programFiles[name])];
}

/** The addresses of all parts. */
export function urlsOf({ ports, smtpUrl, ...config }: LocalConfig): Runtime['urls'] {
  const urlOf = (port: number) => `http://localhost:${port}`;
  return {
    gateway: urlOf(ports.gateway),
    ingest: urlOf(ports.ingest),
    account: urlOf(ports.account),
    worker: urlOf(ports.worker),
    mail: smtpUrl === undefined ? urlOf(ports.mail) : null,
    stripe: simulatesStripe(config) ? urlOf(ports.stripe) : null,
  };
}

/** True if the local Stripe runs. */
function simulatesStripe({ stripe, billing }: Pick<LocalConfig, 'stripe' | 'billing'>): boolean {
  return stripe === undefined && billing === 'on';
}

/** The ports that must be free. */
export function portsOf({ smtpUrl, ...config }: LocalConfig, mode: Mode): (keyof Ports)[] {
  const ports: (keyof Ports)[] = ['gateway', 'ingest', 'account', 'worker', 'gatewayProbe'];
  if (mode === 'dev') ports.push('gatewayBehindVite');
  if (smtpUrl === undefined) ports.push('mail', 'mailSmtp');
  if (simulatesStripe(config)) ports.push('stripe');
  return ports;
}

/**
 * Every process of the product, with its own environment. They are in start order and stop in reverse order, so that
 * the processes that accept work stop first, and the ones that others call stop last.
 */
export function serviceSpecs(surroundings: Surroundings): ServiceSpec[] {
  const { config, mode } = surroundings;
  const { ports } = config;
  const gatewayPort = mode === 'dev' ? ports.gatewayBehindVite : ports.gateway;
  const services = [
    ...(simulatesStripe(config) ? [service(surroundings, 'stripe', ports.stripe)] : []),
    service(surroundings, 'account', ports.account),
    // With a configured mail server no inbox here is needed.
    ...(config.smtpUrl === undefined ? [service(surroundings, 'mail', ports.mail)] : []),
    service(surroundings, 'worker', ports.worker),
    service(surroundings, 'ingest', ports.ingest),
    service(surroundings, 'gateway', gatewayPort, ports.gatewayProbe),
  ];
  return mode === 'dev' ? [...services, vite(config)] : services;
}

function service(surroundings: Surroundings, name: Name, port: number, probePort = port): ServiceSpec {
  const watch = surroundings.mode === 'dev' ? ['--watch', '--watch-preserve-output'] : [];
  return {
    name,
    program: process.execPath,
    args: [...watch, ...argumentsOf(name)],
    cwd: projectRoot,
    env: { ...serviceEnvironment(surroundings, name), PORT: String(port) },
    ready: `http://127.0.0.1:${probePort}/readyz`,
  };
}

/**
 * Each delivery may occupy a thread while it resolves a host name, so there are more threads than slots for deliveries.
 */
const threadsOfWorker = '100';

/** The environment of a service, without its port. */
export function serviceEnvironment(surroundings: Surroundings, name: Name): Record<string, string> {
  const { config, mode, databaseUrls, redisUrl, secrets } = surroundings;
  const { redisPrefix: REDIS_PREFIX, redisLanes } = config;
  const redis = { REDIS_URL: redisUrl, REDIS_PREFIX, REDIS_LANES: String(redisLanes) };
  const { tokenSecret: TOKEN_SECRET, internalToken: INTERNAL_TOKEN, encryptionKeys: ENCRYPTION_KEYS } = secrets;
  const webhookSecret = `whsec_${secrets.webhookSecret}`;
  const PUBLIC_URL = urlsOf(config).gateway;
  const ACCOUNT_URL = `http://127.0.0.1:${config.ports.account}`;
  const WORKER_URL = `http://127.0.0.1:${config.ports.worker}`;
  const INGEST_URL = `http://127.0.0.1:${config.ports.ingest}`;
  const SMTP_URL = config.smtpUrl ?? `smtp://127.0.0.1:${config.ports.mailSmtp}`;
  const files = { FILES_FOLDER: join(config.dataDir, 'files'), ...config.files };
  const own: Record<Name, Record<string, string>> = {
    stripe: {
      STRIPE_WEBHOOK_URL: `${ACCOUNT_URL}/api/payment/webhook`,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STATE_FILE: stripeStateOf(config),
    },
    account: {
      ...redis,
      ...stripeEnvironment(config, webhookSecret),
      DATABASE_URL: databaseUrls.account,
      PUBLIC_URL,
      INGEST_URL,
      TOKEN_SECRET,
      INTERNAL_TOKEN,
      ENCRYPTION_KEYS,
      ERASURE_LEDGER: ledgerOf(config),
      SIGN_UP: config.signUp,
      ...(config.mailEventsSecret !== undefined && { MAIL_EVENTS_SECRET: config.mailEventsSecret }),
      ...config.providerSecrets,
      ...files,
    },
    mail: { SMTP_PORT: String(config.ports.mailSmtp), MAIL_FOLDER: join(config.dataDir, 'mails') },
    worker: {
      ...redis,
      DATABASE_URL: databaseUrls.worker,
      PUBLIC_URL,
      INGEST_URL,
      INTERNAL_TOKEN,
      ENCRYPTION_KEYS,
      SMTP_URL,
      ERASURE_LEDGER: ledgerOf(config),
      MAIL_FROM: config.mailFrom,
      ...(config.dkimPrivateKey !== undefined && { DKIM_PRIVATE_KEY: config.dkimPrivateKey }),
      UV_THREADPOOL_SIZE: threadsOfWorker,
      ...files,
    },
    ingest: { ...redis, ...files, ACCOUNT_URL, WORKER_URL, PUBLIC_URL, INTERNAL_TOKEN },
    gateway: {
      INTERNAL_TOKEN,
      SIGN_UP: config.signUp,
      PROBE_PORT: String(config.ports.gatewayProbe),
      ACCOUNT_URL,
      INGEST_URL,
      WEB_ROOT: join(webDir, 'dist'),
      PUBLIC_URL,
    },
  };
  return {
    NODE_ENV: mode === 'dev' ? 'development' : 'production',
    ...config.inherited,
    BILLING: config.billing,
    HOST: '127.0.0.1',
    LOG_LEVEL: config.logLevel,
    // As in the image. It is glibc's default, which otherwise grows with the first large block and then keeps freed
    // memory.
    MALLOC_TRIM_THRESHOLD_: '131072',
    INLET_MODE: 'local',
    ...own[name],
  };
}

/** The record of erasures, beside the data and outside the database. */
export function ledgerOf({ dataDir, inherited }: Pick<LocalConfig, 'dataDir' | 'inherited'>): string {
  return inherited.ERASURE_LEDGER ?? join(dataDir, 'erasures.ndjson');
}

/** The file of the local Stripe's state. */
export function stripeStateOf({ dataDir }: Pick<LocalConfig, 'dataDir'>): string {
  return join(dataDir, 'stripe.json');
}

/** How account reaches Stripe: the real one if its key is set, otherwise the local one. */
function stripeEnvironment({ stripe, ports, billing }: LocalConfig, webhookSecret: string): Record<string, string> {
  if (billing === 'off') return {};
  if (stripe) return { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRETS: stripe.webhookSecrets };
  return {
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${ports.stripe}`,
  };
}

// Vite listens on the public port and forwards the API to the gateway behind it, so that developers need only one
// address.
function vite(config: LocalConfig): ServiceSpec {
  const program = join(projectRoot, programFiles.web);
  return {
    name: 'web',
    program: process.execPath,
    args: [program, '--host', '127.0.0.1', '--clearScreen', 'false', '--logLevel', 'warn'],
    cwd: webDir,
    env: {
      ...config.inherited,
      GATEWAY_URL: `http://127.0.0.1:${config.ports.gatewayBehindVite}`,
      WEB_DEV_PORT: String(config.ports.gateway),
    },
    ready: `http://127.0.0.1:${config.ports.gateway}/`,
  };
}
