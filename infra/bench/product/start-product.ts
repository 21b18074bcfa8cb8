import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import type { LocalConfig } from '@inlet/local/config';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { ownConfig } from '@inlet/local/own-config';
import { readSecrets } from '@inlet/local/secrets';
import { startPostgres, startRedis } from '@inlet/local/servers';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import { laneNumbers, lanePrefix } from '@inlet/redis/lanes';
import pg from 'pg';
import { makeAccount, makeForms } from '#product/forms.ts';
import { controlServices } from '#product/services.ts';
import { openTally } from '#product/tally.ts';

/** No machine sends as many in a minute: the client's count is kept and checked, but never reaches this limit. */
const SUBMISSIONS_PER_MINUTE = 1_000_000_000;

export type Product = Awaited<ReturnType<typeof startProduct>>;

type Options = {
  dataDir: string;
  /** The number of lanes in Redis. */
  lanes: number;
  closers: AsyncDisposableStack;
  onDeath: (sentence: string) => void;
};

/**
 * Starts the real servers and services on separate data. Both Redis and PostgreSQL confirm a write once it is on disk.
 */
export async function startProduct({ dataDir, lanes, closers, onDeath }: Options) {
  const config = await ownSettings(dataDir, lanes);
  const servers: Record<string, number[]> = {};
  const onStarted = (name: string, pid: number) => {
    if (servers[name] !== undefined) onDeath(`${name} died under the load`);
    servers[name] = [pid];
  };
  const serverOptions = { config, onStarted };
  const postgres = await startPostgres(serverOptions);
  closers.defer(postgres.stop);
  const redisServer = await startRedis(serverOptions);
  closers.defer(redisServer.stop);
  const secrets = readSecrets(dataDir);
  const databaseUrls = serviceDatabaseUrls(config, postgres.url, secrets);
  await migrate(postgres.url);
  await grantAccess(postgres.url, databaseUrls);

  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  // Another part of the code records a server that dies; without a listener this error would end the process at once.
  pool.on('error', () => undefined);
  closers.defer(() => pool.end());
  const redis = createRedis(redisServer.url, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  closers.defer(() => redis.disconnect());
  const keys = redisKeys(config.redisPrefix);
  const stores = { pool, redis, keys };
  const lanePrefixes = laneNumbers({ REDIS_LANES: lanes }).map((lane) => lanePrefix(config.redisPrefix, lane));
  const tally = openTally({ pool, redis, lanes: lanePrefixes.map(redisKeys) });
  closers.defer(tally.close);

  const surroundings = { config, mode: 'start', databaseUrls, redisUrl: redisServer.url, secrets } as const;
  const services = controlServices({ surroundings, closers, onDeath });
  await services.arrange(['ingest']);
  const isComplete = async () => (await redis.exists(keys.formsComplete)) === 1;
  await waitUntil(isComplete, { timeoutMs: 10_000, what: 'the form directory to be complete' });

  return {
    ...services,
    groups: (): Readonly<Record<string, readonly number[]>> => ({ ...services.groups(), ...servers }),
    tally,
    /** The memory that Redis uses, in bytes. */
    usedMemory: async () => Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]),
    ingestUrl: `http://127.0.0.1:${config.ports.ingest}`,
    gatewayUrl: `http://127.0.0.1:${config.ports.gateway}`,
    accountUrl: `http://127.0.0.1:${config.ports.account}`,
    /** An address with all rights. */
    databaseUrl: postgres.url,
    /** A single connection, for rows that are stored without a submission. */
    pool,
    encryptionKeys: secrets.encryptionKeys,
    makeFormsOf: (userId: string, count: number) => makeForms(stores, { userId, lane: 0 }, count),
    /** Creates forms of one account whose limits no load reaches, and returns their endpoint ids. */
    makeForms: async (count: number) => {
      const forms = await makeForms(stores, await makeAccount(stores, config.redisPrefix), count);
      return forms.map(({ endpointId }) => endpointId);
    },
    /** Creates accounts in one lane after the other, each with one form, and returns the endpoint ids. */
    makeAccounts: async (count: number) => {
      const endpointIds: string[] = [];
      for (let made = 0; made < count; made += 1) {
        const account = await makeAccount(stores, config.redisPrefix, made % lanes);
        for (const { endpointId } of await makeForms(stores, account, 1)) endpointIds.push(endpointId);
      }
      return endpointIds;
    },
  };
}

/** Settings of a product that shares nothing with another, with its rate limit enabled. */
async function ownSettings(dataDir: string, redisLanes: number): Promise<LocalConfig> {
  const config = await ownConfig(dataDir);
  // No measured part sends a mail, so no server listens at this address.
  const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  const limits = { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(SUBMISSIONS_PER_MINUTE) };
  // Without plans every account may have targets, and the form's own account keeps a limit that no load reaches.
  return { ...config, redisLanes, billing: 'off', smtpUrl, inherited: { ...config.inherited, ...limits } };
}
