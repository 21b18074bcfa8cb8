import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { lookAtRedis } from '@inlet/ops/doctor/look-at-redis';
import { buildSubmission } from '@inlet/testing/build-submission';
import { expect, it } from 'vitest';
import { checkPaths } from '#faults/paths-model.test-setup.ts';
import { blockedBackends, countsOf, type House } from '#house/house.test-setup.ts';
import { type Load, nothing, startLoad, tryLater, unnoticedMs, untilPath } from '#house/load.test-setup.ts';
import { faultRows, isFullRun } from '#house/run-settings.ts';
import { type BreakableHouse, openBreakableHouse } from '#house/stores.test-setup.ts';

const kills = isFullRun ? 20 : 3;
const killsOfRedis = isFullRun ? 3 : 1;
/** The duration of an outage in the full form. */
const outageSeconds = 60;
/** Longer than a command's timeout of two seconds. */
const hangMs = isFullRun ? outageSeconds * 1_000 : 5_000;
/** A store on a slow disk blocks while it syncs. */
const syncMs = 200;
const betweenSyncsMs = 100;
const syncs = 60;
/** The monthly limit of the smallest plan. */
const limit = 1_000;
/** The longest time until the metrics and the doctor report that Redis accepts no writes. */
const shownWithinMs = 5_000;
/** Space for some hundred batches, far fewer than arrive without a worker. */
const roomBytes = 4_000_000;

interface Fault {
  /** Responses that visitors may get meanwhile, besides an acknowledgement; none by default. */
  readonly excuses?: RegExp;
  readonly isInShortForm?: boolean;
  /** True if the 99th percentile of response times stays low. */
  readonly isUnnoticed?: boolean;
  readonly happen: (house: BreakableHouse & Load) => Promise<void>;
}

/** By the number in the table of the guarantees, and the name. */
const faults: Readonly<Record<string, Fault>> = {
  '1 worker killed': {
    happen: async ({ fleets, untilMore }) => {
      for (let kill = 0; kill < kills; kill += 1) {
        await fleets.worker.kill();
        await untilMore();
      }
    },
  },
  '2 Redis killed': {
    isInShortForm: true,
    isUnnoticed: true,
    happen: async (house) => {
      for (let kill = 0; kill < killsOfRedis; kill += 1) {
        await house.stores.redis.kill();
        await untilPath(house, 'direct');
        await house.untilMore();
        await house.stores.redis.revive();
        await untilPath(house, 'queue');
      }
    },
  },
  '2 Redis away for a minute': {
    isUnnoticed: true,
    happen: async ({ stores, untilMore }) => {
      await stores.redis.kill();
      await untilMore(outageSeconds);
      await stores.redis.revive();
    },
  },
  '3 Redis hung': {
    isInShortForm: true,
    isUnnoticed: true,
    happen: async (house) => {
      process.kill(house.stores.redis.pid(), 'SIGSTOP');
      const end = performance.now() + hangMs;
      await untilPath(house, 'direct');
      await waitUntil(() => performance.now() >= end, { timeoutMs: 2 * hangMs });
      process.kill(house.stores.redis.pid(), 'SIGCONT');
      await untilPath(house, 'queue');
    },
  },
  '4 PostgreSQL stopped': {
    isInShortForm: true,
    isUnnoticed: true,
    happen: async (house) => {
      const letGo = await holdRemoval(house);
      await house.stores.postgres.kill();
      letGo();
      await house.untilMore(outageSeconds);
      await house.stores.postgres.revive();
    },
  },
  '15 Redis demoted': {
    isUnnoticed: true,
    happen: async (house) => {
      const { stores, redis, urls } = house;
      await redis.replicaof('127.0.0.1', 1);
      const isShown = () => showsAsDemoted(stores.redis.url, urls.ingest);
      await waitUntil(isShown, { timeoutMs: shownWithinMs, intervalMs: 50, what: 'metrics and doctor to show it' });
      for (const url of [urls.account, urls.ingest]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      await untilPath(house, 'direct');
      await house.untilMore(outageSeconds);
      await redis.replicaof('NO', 'ONE');
      await untilPath(house, 'queue');
    },
  },
  '11 Redis full': {
    excuses: tryLater,
    happen: async ({ stores, redis, untilFailures }) => {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await stores.postgres.kill();
      await redis.config('SET', 'maxmemory', used + roomBytes);
      await untilFailures();
      await stores.postgres.revive();
      await redis.config('SET', 'maxmemory', 0);
    },
  },
  '21 slow disks': {
    happen: async ({ stores, database, untilMore }) => {
      const setDelay = async (microseconds: number) => {
        await database.pool.query(`alter system set commit_delay = ${microseconds}`);
        await database.pool.query('select pg_reload_conf()');
      };
      await database.pool.query('alter system set commit_siblings = 0');
      await setDelay(100_000);
      for (let sync = 0; sync < syncs; sync += 1) {
        process.kill(stores.redis.pid(), 'SIGSTOP');
        await pause(syncMs);
        process.kill(stores.redis.pid(), 'SIGCONT');
        await pause(betweenSyncsMs);
      }
      await untilMore();
      await setDelay(0);
    },
  },
};

/**
 * Keeps a worker in the middle of a transaction: it removes a deleted form while another connection locks one of its
 * submissions. A fault then interrupts the transaction. Returns a function that releases the lock.
 */
async function holdRemoval(house: House): Promise<() => void> {
  const { pool, prisma } = house.database;
  const formId = randomUUID();
  await buildSubmission(prisma, { formId });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from submissions where form_id = $1 for update', [formId]);
  await pool.query('insert into form_deletions (form_id) values ($1)', [formId]);
  const isHeld = async () => (await blockedBackends(house)).length > 0;
  await waitUntil(isHeld, { what: 'a worker to be in a transaction' });
  return () => holder.release(true);
}

/** True if the metrics of ingest and the doctor report that this Redis accepts no writes. */
async function showsAsDemoted(redisUrl: string, ingest: string): Promise<boolean> {
  const [metrics, findings] = await Promise.all([
    fetch(`${ingest}/metrics`).then((answer) => answer.text()),
    lookAtRedis(redisUrl, 'inlet'),
  ]);
  return (
    /^inlet_redis_writable{.*} 0$/m.test(metrics) &&
    /^inlet_dependency_up{.*"redis".*} 0$/m.test(metrics) &&
    findings.some(({ level, says }) => level === 'fault' && says.startsWith('Redis is a replica of'))
  );
}

it('loses, doubles and invents nothing while its parts are killed, stopped or filled and people send', {
  timeout: 900_000,
}, async () => {
  const house = await openBreakableHouse();
  const isChosen = ([name, { isInShortForm }]: [string, Fault]) =>
    faultRows?.includes(name.split(' ')[0] ?? '') ?? (isInShortForm || isFullRun);
  for (const [name, { excuses = nothing, isUnnoticed, happen }] of Object.entries(faults).filter(isChosen)) {
    const load = await startLoad(house, name);
    await load.untilMore();
    await happen({ ...house, ...load });
    await load.untilMore();
    await load.judge(excuses, isUnnoticed ? unnoticedMs : undefined);
  }
  if (faultRows === undefined) await checkPaths(house);
  if (faultRows?.includes('22') ?? isFullRun) await reachLimit(house);
});

/**
 * While Redis hangs, an account may exceed its month by at most the submissions that waited there at the start; before
 * and after it by none. Once Redis is back, the account has its whole month.
 */
async function reachLimit(house: BreakableHouse): Promise<void> {
  const { redis } = house.stores;
  const load = await startLoad(house, '22 limit reached while Redis hangs', { plan: 'starter' });
  const stored = async () => (await countsOf(house, load.form)).rows;
  await load.untilMore();
  const before = await stored();
  process.kill(redis.pid(), 'SIGSTOP');
  // All submissions that were sent and not stored may be in Redis.
  const waited = load.attempted() - before;
  await load.untilFailures(/: 429 /);
  process.kill(redis.pid(), 'SIGCONT');
  await untilPath(house, 'queue');
  const turnedAway = load.visits.turnedAway();
  await waitUntil(() => load.visits.turnedAway() > turnedAway + 20, { what: 'Redis to refuse as well' });
  await load.judge(/: (429|503) /, undefined, limit);
  expect(await stored()).toBeGreaterThanOrEqual(limit);
  expect(await stored()).toBeLessThanOrEqual(limit + waited);
}
