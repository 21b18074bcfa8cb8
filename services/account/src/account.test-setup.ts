import { type Database, openDatabase } from '@inlet/db/database';
import { listen } from '@inlet/http/server';
import { compileCache } from '@inlet/local-servers/config';
import { createMetrics } from '@inlet/observe/metrics';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { waitUntilConnected } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import type { Express } from 'express';
import type { KnownPerson } from '#access/people.store.ts';
import { type AccountDeps, openDeps } from '#account-deps.ts';
import { createAccountApp } from '#app.ts';
import { loadConfig } from '#config.ts';

export const testTokenSecret = 'the secret that a test signs with: 32+';
export const testInternalToken = 'the token that services show a test: 32+';

/** The real service starts sooner without Redis. */
const connectWaitMs = 60_000;
/** The smallest input for a form. */
export const newForm = { name: 'Contact', allowedOrigins: ['https://example.com'] };

export const testClient = { address: '127.0.0.1', userAgent: 'a test' };

export interface TestCall {
  /** An access token. */
  readonly token?: string;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface TestAccount {
  /**
   * The service's dependencies, except that `database` has the owner's rights: a test also stores the worker's data.
   */
  readonly deps: AccountDeps;
  /** The address of the service. */
  readonly url: string;
  readonly keys: RedisKeys;
  /** The service's own connections, with its own role. */
  readonly serviceDatabase: Database;
  /** The database's address with every right. */
  readonly ownerUrl: string;
  /** The environment of the service's configuration. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls the running service, as in `call('GET /api/v1/me', { token })`. */
  readonly call: (request: string, call?: TestCall) => Promise<Answer>;
  readonly signIn: (person: KnownPerson) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The environment of the service's configuration. */
export const testEnv = (
  database: { readonly accountUrl: string },
  redis: { readonly url: string; readonly prefix: string },
) => ({
  ...compileCache(),
  DATABASE_URL: database.accountUrl,
  REDIS_URL: redis.url,
  REDIS_PREFIX: redis.prefix,
  PUBLIC_URL: 'http://localhost:8080',
  TOKEN_SECRET: testTokenSecret,
  INTERNAL_TOKEN: testInternalToken,
  ENCRYPTION_KEYS: 'the key that a test seals with: 32+',
  LOG_LEVEL: 'silent',
  SIGN_UP: 'open',
  RATE_LIMITS: 'off',
  STRIPE_SECRET_KEY: 'sk_test_of_a_test',
  STRIPE_WEBHOOK_SECRETS: 'whsec_of_a_test',
  STRIPE_API_URL: 'http://127.0.0.1:9',
  INLET_MODE: 'local',
});

/** Starts the account service on a free port, with a separate database and Redis prefix. */
export async function startTestAccount({
  ownerUrl: givenUrl,
  ...overrides
}: Readonly<Record<string, string>> = {}): Promise<TestAccount> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const ownerUrl = givenUrl ?? database.url;
  const env = { ...testEnv(database, redis), ...overrides };
  const config = loadConfig(env);
  const logger = createLogger({ service: 'account', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const deps = await openDeps({ config, logger, lifecycle });
  await waitUntilConnected(deps.redis, connectWaitMs);
  const owner = openDatabase({ url: ownerUrl, maxConnections: config.DATABASE_CONNECTIONS, applicationName: 'test' });
  lifecycle.onClose('disconnect', 'database of the test', owner.close);
  const server = await listen(createAccountApp(deps), { host: '127.0.0.1', port: 0 });
  lifecycle.onClose('stop intake', 'http server', server.close);
  lifecycle.onClose('stop intake', 'live streams', deps.live.close);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    deps: { ...deps, database: owner },
    serviceDatabase: deps.database,
    url,
    ownerUrl,
    keys: redisKeys(config.REDIS_PREFIX),
    env,
    call: (request, call) => ask(url, request, call),
    signIn: async (person) => {
      const { id } = await deps.sessions.open(person, testClient);
      return (await deps.accessTokens.issue(person.id, id)).token;
    },
    close: async () => {
      await lifecycle.close('the test is over');
      await Promise.all([database.close(), redis.close()]);
    },
  };
}

async function ask(base: string, request: string, { token, body, headers }: TestCall = {}): Promise<Answer> {
  const [method = 'GET', address = '/'] = request.split(' ');
  const response = await fetch(base + address, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** A second app beside the listening one, with its own metrics, because two apps cannot share them. */
export function anotherApp(deps: AccountDeps, instead: Partial<AccountDeps> = {}): Express {
  return createAccountApp({ ...deps, metrics: createMetrics('account'), ...instead });
}
