import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import type { Closers } from '@inlet/local/closers';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { readSecrets } from '@inlet/local/secrets';
import { startPostgres, startRedis } from '@inlet/local/servers';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import { waitUntil } from '@inlet/testing/wait-until';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { addTarget } from '#product/add-target.ts';
import { makeForms } from '#product/forms.ts';
import { ownSettings } from '#product/own-settings.ts';
import { controlServices } from '#product/services.ts';
import { openTally } from '#product/tally.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

type Options = { dataDir: string; closers: Closers; onDeath: (sentence: string) => void };

/** The real servers and services on data of their own: Redis answers when it is on disk, and so does PostgreSQL. */
export async function startProduct({ dataDir, closers, onDeath }: Options) {
  const config = await ownSettings(dataDir);
  const servers: Record<string, number> = {};
  const onStarted = (name: string, pid: number) => {
    if (servers[name] !== undefined) onDeath(`${name} died under the load`);
    servers[name] = pid;
  };
  const serverOptions = { config, say: console.log, onStarted };
  const postgres = await startPostgres(serverOptions);
  closers.add(postgres.stop);
  const redisServer = await startRedis(serverOptions);
  closers.add(redisServer.stop);
  const secrets = readSecrets(dataDir);
  const databaseUrls = serviceDatabaseUrls(config, postgres.url, secrets);
  await migrate(postgres.url);
  await grantAccess(postgres.url, databaseUrls);

  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  // A server that dies is a fault that is noted elsewhere; without a listener it would end this process at once.
  pool.on('error', () => undefined);
  closers.add(() => pool.end());
  const redis = createRedis(redisServer.url, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  closers.add(() => redis.disconnect());
  const keys = redisKeys(config.redisPrefix);
  const tally = openTally({ pool, redis, keys });
  closers.add(tally.close);

  const surroundings = {
    config,
    mode: 'start',
    databaseUrls,
    redisUrl: redisServer.url,
    secrets,
  } as const;
  const services = await controlServices({ surroundings, closers, onDeath });
  await services.arrange({ ingests: 1 });
  const isComplete = async () => (await redis.exists(keys.formsComplete)) === 1;
  await waitUntil(isComplete, { timeoutMs: 10_000, what: 'the form directory to be complete' });

  return {
    ...services,
    groups: () => ({ ...services.groups(), ...mapToLists(servers) }),
    tally,
    /** Bytes that Redis holds. */
    usedMemory: () => usedMemory(redis),
    gatewayUrl: `http://127.0.0.1:${config.ports.gateway}`,
    accountUrl: `http://127.0.0.1:${config.ports.account}`,
    /** With every right. */
    databaseUrl: postgres.url,
    /** One connection, for what is stored without anybody submitting it. */
    pool,
    makeForms: (count: number) => makeForms({ pool, redis, keys }, count),
    /** Connects a receiver to a form; its deliveries wait until they are released. */
    addTarget: (endpointId: string, url: string) => addTarget(pool, secrets.encryptionKeys, endpointId, url),
  };
}

async function usedMemory(redis: Redis): Promise<number> {
  const found = /^used_memory:(\d+)/m.exec(await redis.info('memory'));
  if (!found) throw new Error('Redis does not say how much memory it uses');
  return Number(found[1]);
}

function mapToLists(pids: Readonly<Record<string, number>>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, [pid]]));
}
