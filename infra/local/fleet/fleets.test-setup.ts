import { join, relative } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { grantAccess } from '@inlet/db/grant-access';
import { freePort } from '@inlet/local-servers/free-port';
import { createRedis } from '@inlet/redis/create-redis';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { startOwnRedis } from '@inlet/testing/own-redis';
import { createTestDatabase, testServiceUrls } from '@inlet/testing/test-database';
import type { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#config/config.ts';
import { startBalancer } from '#fleet/balancer.ts';
import { type Fleet, type FleetOptions, startFleet } from '#fleet/fleet.ts';
import { describeServices } from '#fleet/services.test-setup.ts';
import { urlsOf } from '#stack/services.ts';

const allServices = ['account', 'worker', 'ingest', 'gateway'] as const;
type Service = (typeof allServices)[number] | 'stripe';

export type Fleets = Awaited<ReturnType<typeof startFleets>>;

interface Surroundings {
  /** A database with the newest schema; without it the test gets a new empty one. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Host and port at which the services find the database, where a pooler is in front of it. */
  readonly databaseHost?: string;
  /** The services that the test needs; all by default. */
  readonly services?: readonly Service[];
  /** Further variables in the environment of every process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of another release, whose services are to start. Its database is migrated, and has its rights. */
  readonly release?: string;
  /** What Node is told before the program's file, instead of what it is told usually. */
  readonly nodeOptions?: Readonly<Partial<Record<Service, readonly string[]>>>;
  /** How each process is started. */
  readonly options?: FleetOptions;
  /** Prepares Redis before any process starts. */
  readonly fillRedis?: (redis: Redis, keys: RedisKeys) => Promise<void>;
}

/** Starts every service in several processes, each behind a balancer at the address that the others use. */
export async function startFleets(copies: number, surroundings: Surroundings = {}) {
  const { databaseUrl, databaseHost, redisUrl, fillRedis, options, services = allServices } = surroundings;
  const { environment = {}, nodeOptions = {}, release = projectRoot } = surroundings;
  const folder = await createDisposableFolder();
  const ownRedisUrl = redisUrl ?? (await startOwnRedis()).url;
  const url = databaseUrl ?? (await createOwnDatabase());
  const database = openDatabase({ url, maxConnections: 4, applicationName: 'test' });
  onTestFinished(database.close);
  const { config, specOf } = await describeServices(folder, { databaseUrl: url, redisUrl: ownRedisUrl });
  const redis = createRedis(ownRedisUrl, {}, config.redisPrefix);
  // Some tests stop Redis; the connection recovers automatically.
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  const keys = redisKeys(config.redisPrefix);
  await fillRedis?.(redis, keys);
  if (release === projectRoot) await grantAccess(url, testServiceUrls(url));
  // They start concurrently: if one fails, the others are closed once they have started.
  function start(name: Service, port: number, count: number, own: Readonly<Record<string, string>> = {}) {
    const spec = specOf(name);
    const told = nodeOptions[name] ? [...nodeOptions[name], ...spec.args.slice(-1)] : spec.args;
    const args = ofRelease(told, projectRoot, release);
    const env = { ...spec.env, ...environment, ...own };
    if (databaseHost && env.DATABASE_URL) env.DATABASE_URL = env.DATABASE_URL.replace(new URL(url).host, databaseHost);
    const balancer = closeWithTest(startBalancer(port), ({ close }) => close());
    const fleet = balancer.then((opened) => startFleet({ ...spec, args, env }, count, opened, options));
    return closeWithTest(fleet, ({ stop }) => stop());
  }
  const fleets = await Promise.all(
    services.map(async (name) => [name, await start(name, config.ports[name], copies)] as const),
  );
  const { gateway, ingest, account, stripe } = urlsOf(config);
  return {
    urls: { gateway, ingest, account, stripe: stripe ?? '' },
    ...{ databaseUrl: url, redisUrl: ownRedisUrl, database, redis, keys },
    fleets: Object.fromEntries(fleets) as Record<Service, Fleet>,
    /** The environment of a service's processes, for an operator's command. */
    environmentOf: (name: Service) => ({ ...specOf(name).env, ...environment }),
    /** Starts one more process of a service with separate settings, and returns its address. */
    startApart: async (name: Service, own: Readonly<Record<string, string>>) => {
      const port = await freePort();
      await start(name, port, 1, own);
      return `http://127.0.0.1:${port}`;
    },
  };
}

/** The same program of another release. */
export function ofRelease(args: readonly string[], from: string, to: string): string[] {
  return args.map((arg) => (arg.startsWith(from) ? join(to, relative(from, arg)) : arg));
}

async function createOwnDatabase(): Promise<string> {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  return url;
}
