import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openRedis } from '@inlet/redis/connections';
import { openCounters } from '@inlet/redis/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import type { AccountDeps } from '#account-deps.ts';
import { listLanes } from '#lanes/list-lanes.ts';
import { type MoveDeps, type MoveStep, moveAccount } from '#lanes/move-account.ts';
import { claimOf, type MovingWorld, month, openMovingWorld } from '#lanes/moving-account.test-setup.ts';
import { holdUsage, takeUsage } from '#plan/counters/take-usage.ts';

let account: TestAccount;
let deps: AccountDeps;
let world: MovingWorld;
beforeAll(async () => {
  account = await startTestAccount({ REDIS_LANES: '2' });
  deps = account.deps;
});
afterAll(() => account.close());
beforeEach(async () => {
  await deps.database.prisma.user.deleteMany();
  for (const { redis, keys } of deps.lanes) {
    for await (const found of redis.scanStream({ match: `${keys.queues}*`, count: 1_000 })) {
      if (found.length > 0) await redis.del(found);
    }
  }
  world = await openMovingWorld(deps);
  await deps.monthCounters.make([{ userId: world.userId, month }]);
  await deps.formCounters.make([{ formId: world.forms[1].id, version: 1 }]);
});

const move = (to: number, onStep?: (step: MoveStep) => unknown, given: MoveDeps = deps) =>
  moveAccount(given, { id: world.userId, lane: 1 - to }, to, onStep);
const sum = ([ofMonth = null, ofForm = null]: (number | null)[]) => ({ ofMonth, ofForm });

/** Everything is as before a move: the account receives in lane 0, and nothing of it is in lane 1. */
async function expectUnmoved(sent: number): Promise<void> {
  expect(await world.counts()).toMatchObject({ lane: 0 });
  expect(await world.directoryLane()).toBe(0);
  expect(await world.claimsIn(1)).toEqual([]);
  await world.send(world.forms[0]);
  expect((await world.usedIn(0))[0]).toBe(sent + 1);
}

describe('an account that moves', () => {
  it('takes everything along while it receives, there and back, and loses and doubles nothing', async () => {
    world.keepStoring();
    const [kept, released] = [claimOf(), claimOf()];
    await world.send(world.forms[0], kept);
    await world.send(world.forms[0], released);
    const stop = world.sendOn();
    await waitUntil(async () => (await world.counts()).stored > 50, { what: 'submissions before the move' });
    const steps: MoveStep[] = [];
    const { redis, keys } = world.laneOf(0);
    const pausedMs = await move(1, async (step) => {
      steps.push(step);
      // A verdict on spam releases a key that was copied.
      if (step === 'copied') await redis.del(keys.idempotency(released.name));
    });
    expect(steps).toEqual(['copied', 'paused', 'switched', 'moved']);
    expect(pausedMs).toBeGreaterThan(0);
    const before = (await world.counts()).stored;
    await waitUntil(async () => (await world.counts()).stored > before + 50, { what: 'submissions after the move' });
    const acknowledged = 2 + (await stop());
    await waitUntil(async () => (await world.counts()).stored === acknowledged, { what: 'all to be stored' });

    const there = sum(await world.usedIn(1));
    expect(there.ofMonth).toBe(acknowledged);
    expect(await world.usedIn(0)).toEqual([null, null]);
    // Longer than the pause of the switch.
    expect(await redis.hkeys(keys.counter(world.userId, month))).toEqual(['paused']);
    expect([await world.directoryLane(), (await world.counts()).lane]).toEqual([1, 1]);
    // Every key that was ever used is refused with another payload, except the released one.
    const keyed = (await world.claimsIn(1)).filter((name) => name !== kept.name);
    expect(keyed.length).toBeGreaterThan(acknowledged / 3);
    expect(await world.claimsIn(0)).toEqual([]);
    await expect(world.send(world.forms[0], { ...kept, digest: 'other' })).rejects.toThrow('another payload');
    await world.send(world.forms[0], { ...released, digest: 'other' });

    await move(0);
    expect(sum(await world.usedIn(0))).toEqual({ ofMonth: acknowledged + 1, ofForm: there.ofForm });
    expect(await world.usedIn(1)).toEqual([null, null]);
    await expect(world.send(world.forms[0], { ...kept, digest: 'other' })).rejects.toThrow('another payload');
    expect(await world.claimsIn(1)).toEqual([]);
    await deps.monthCounters.correct([{ userId: world.userId, month }]);
    await waitUntil(async () => (await world.counts()).stored === acknowledged + 1, { what: 'the last one' });
    expect((await world.usedIn(0))[0]).toBe(acknowledged + 1);
  });

  it('leaves the keys of other accounts, and takes those along whose submission waits in a batch', async () => {
    const other = await openMovingWorld(deps);
    await deps.monthCounters.make([{ userId: other.userId, month }]);
    const [theirs, ours, waiting] = [claimOf(), claimOf(), claimOf()];
    await other.send(other.forms[0], theirs);
    await world.send(world.forms[0], ours);
    await other.store();
    await world.send(world.forms[0], waiting);
    await move(1, (step) => step === 'copied' && world.store());
    expect(await world.claimsIn(1)).toEqual([ours.name, waiting.name].toSorted());
    expect(await world.claimsIn(0)).toEqual([theirs.name]);
  });

  it('keeps what is refunded, counted, released and compared during the pause', async () => {
    world.keepStoring();
    await world.send(world.forms[0]);
    await world.send(world.forms[0]);
    const user = await deps.database.prisma.user.findUniqueOrThrow({ where: { id: world.userId } });
    const refund = { userId: world.userId, month, submissions: -1, bytes: -2, receipt: 'job' };
    const apply = (lane: number) => {
      const { redis, keys } = world.laneOf(lane);
      return openCounters(redis, keys).change(refund);
    };
    let meanwhile: Promise<unknown>[] = [];
    await move(1, async (step) => {
      if (step !== 'paused') return;
      expect(await apply(0)).toBe(false);
      meanwhile = [
        deps.monthCounters.correct([{ userId: world.userId, month }]),
        deps.database.prisma.$transaction(async (tx) => {
          await holdUsage(runIn(tx), user);
          await takeUsage(deps, runIn(tx), { user, month, wanted: 3 });
        }),
      ];
    });
    await Promise.all(meanwhile);
    expect(await apply(1)).toBe(true);
    expect(await apply(0)).toBe(false);
    expect(await world.usedIn(0)).toEqual([null, null]);
    expect((await world.usedIn(1))[0]).toBe(2 + 3 - 1);
  });
});

describe('a move is refused, and the account receives as before,', () => {
  it('when the workers do not store its batches in time', async () => {
    await world.send(world.forms[0]);
    await expect(move(1)).rejects.toThrow('The workers did not store 1 batches of the account');
    await expectUnmoved(1);
  });

  it('when the pause would be over before the commit', async () => {
    const stuck = move(1, (step) => step === 'paused' && new Promise(() => undefined));
    await expect(stuck).rejects.toThrow('took more than 1700 ms');
    await expectUnmoved(0);
  });

  it('when a batch of it has failed, or many wait', async () => {
    await world.send(world.forms[0]);
    const { redis, keys } = world.laneOf(0);
    const queue = `${keys.queues}:submissions`;
    const job = (await redis.lpop(`${queue}:wait`)) ?? '';
    await redis.zadd(`${queue}:failed`, 1, job);
    await expect(move(1)).rejects.toThrow('npm run retry');
    await redis.zrem(`${queue}:failed`, job);
    for (let count = 0; count < 101; count += 1) await world.send(world.forms[0]);
    await expect(move(1)).rejects.toThrow('101 batches of the account wait');
    await expectUnmoved(102);
  });

  it('when something was stored directly that is not counted, before the pause or in it', async () => {
    const insert = () =>
      deps.database.pool.query(`insert into direct_batches (id, ids, used, flushed_at) values ($1, '{}', $2, null)`, [
        randomUUID(),
        JSON.stringify([{ userId: world.userId, month, submissions: 1, bytes: 2 }]),
      ]);
    await expect(move(1, (step) => step === 'paused' && insert())).rejects.toThrow('stored directly');
    await expect(move(1)).rejects.toThrow('stored directly');
    await expectUnmoved(0);
  });

  it('when the lane is the same, is missing, or does not respond', async () => {
    await expect(moveAccount(deps, { id: world.userId, lane: 0 }, 0)).rejects.toThrow('in lane 0 already');
    await expect(moveAccount(deps, { id: world.userId, lane: 0 }, 2)).rejects.toThrow('REDIS_LANES is 2');
    const { watch } = world.laneOf(1);
    const away = { ...watch, check: () => Promise.reject(new Error('away')) };
    const full = { ...watch, isFull: () => true };
    const [first, second] = [world.laneOf(0), world.laneOf(1)];
    const at = (changed: typeof watch) => ({ ...deps, lanes: [first, { ...second, watch: changed }] });
    await expect(move(1, undefined, at(away))).rejects.toThrow('does not take writes in lane 1: away');
    await expect(move(1, undefined, at(full))).rejects.toThrow('too little memory');
    await expectUnmoved(0);
  });

  it('while another account moves', async () => {
    const first = move(1, async (step) => {
      if (step === 'copied') await expect(move(1)).rejects.toThrow('one moves at a time');
    });
    await first;
    expect((await world.counts()).lane).toBe(1);
  });

  it('when the account was moved, or its counter was lost, in this moment', async () => {
    const { redis, keys } = world.laneOf(0);
    const losing = move(1, (step) => step === 'copied' && redis.del(keys.counter(world.userId, month)));
    await expect(losing).rejects.toThrow('lost a counter');
    await deps.monthCounters.make([{ userId: world.userId, month }]);
    await expectUnmoved(0);
    const { pool } = deps.database;
    const gone = move(1, (step) => step === 'copied' && pool.query('update users set lane = 1'));
    await expect(gone).rejects.toThrow('moved or deleted in this moment');
    await pool.query('update users set lane = 0');
    await expectUnmoved(1);
  });

  it.each(['copied', 'paused'] as const)('when it fails after it has %s', async (failing) => {
    await world.send(world.forms[0], claimOf());
    await world.store();
    world.keepStoring();
    const failed = move(1, (step) => {
      if (step === failing) throw new Error('a fault');
    });
    await expect(failed).rejects.toThrow('a fault');
    await expectUnmoved(1);
    await move(1);
    expect((await world.usedIn(1))[0]).toBe(2);
  });

  it('when the new lane goes away during the pause', async () => {
    world.keepStoring();
    await world.send(world.forms[0], claimOf());
    const { logger } = deps;
    const redis = openRedis({ role: 'client', url: account.env.REDIS_URL ?? '', name: 'test', logger });
    onTestFinished(() => redis.disconnect());
    await waitUntil(() => redis.status === 'ready', { what: 'the connection' });
    const lanes = [world.laneOf(0), { ...world.laneOf(1), redis }];
    const broken = move(1, (step) => step === 'paused' && redis.disconnect(), { ...deps, lanes });
    await expect(broken).rejects.toThrow('Connection is closed');
    expect(await world.counts()).toMatchObject({ lane: 0 });
    await world.send(world.forms[0]);
    expect((await world.usedIn(0))[0]).toBe(2);
  });
});

describe('a commit whose reply is lost', () => {
  /** The service with a database whose nth interactive transaction fails after its commit. */
  function losing(then: (count: number) => Error | null): MoveDeps {
    let count = 0;
    const { prisma } = deps.database;
    const half = new Proxy(prisma, {
      get: (target, name) => {
        if (name !== '$transaction') return Reflect.get(target, name);
        return async (...args: Parameters<PrismaClient['$transaction']>) => {
          const done = await target.$transaction(...args);
          count += 1;
          const error = then(count);
          if (error) throw error;
          return done;
        };
      },
    });
    return { ...deps, database: { ...deps.database, prisma: half } };
  }

  it('was made, and the move goes on', async () => {
    await world.store();
    await move(
      1,
      undefined,
      losing((count) => (count === 1 ? new Error('the reply is lost') : null)),
    );
    expect([await world.directoryLane(), await world.usedIn(0)]).toEqual([1, [null, null]]);
  });

  it('is uncertain while the database is away, and nothing is removed from either lane', async () => {
    const claim = claimOf();
    world.keepStoring();
    await world.send(world.forms[0], claim);
    const uncertain = move(
      1,
      undefined,
      losing(() => new Error('away')),
    );
    await expect(uncertain).rejects.toThrow('PostgreSQL went away during the commit');
    expect((await world.counts()).lane).toBe(1);
    expect([await world.claimsIn(0), await world.claimsIn(1)]).toEqual([[claim.name], [claim.name]]);
    // The outbox tells ingest.
    await deps.relay.look();
    await world.send(world.forms[0]);
    expect((await world.usedIn(1))[0]).toBe(2);
  });
});

it('lists the lanes with their servers, and the accounts outside lane 0', async () => {
  await world.send(world.forms[0]);
  await deps.database.pool.query('update users set lane = 5');
  const { id, email } = await deps.database.prisma.user.findFirstOrThrow();
  const redis = openRedis({
    role: 'client',
    url: `redis://127.0.0.1:${await freePort()}`,
    name: 'test',
    logger: deps.logger,
  });
  onTestFinished(() => redis.disconnect());
  const { lanes, moved } = await listLanes({ ...deps, lanes: [world.laneOf(0), { ...world.laneOf(1), redis }] });
  const { port } = new URL(account.env.REDIS_URL ?? '');
  const address = expect.stringContaining(`:${port}`);
  expect(lanes).toEqual([
    { lane: 0, accounts: 0, server: { address, waiting: 1, failed: 0, memory: expect.stringMatching(/^\d/) } },
    { lane: 1, accounts: 0, server: null },
    { lane: 5, accounts: 1, server: null },
  ]);
  expect(moved).toEqual([{ id, lane: 5, email }]);
});
