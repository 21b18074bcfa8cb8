import { randomUUID } from 'node:crypto';
import { runOn } from '@inlet/db/run-sql';
import { internalAuthorization } from '@inlet/http/internal-token';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { mainLane } from '@inlet/redis/lanes';
import { cases } from '@inlet/testing/config';
import { startOwnRedis } from '@inlet/testing/own-redis';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';
import { type CounterWorld, month, openCounterWorld } from '#plan/counters/counter-world.test-setup.ts';
import { compareCounters, keepCounters } from '#plan/counters/keep-counters.ts';
import { openLeases } from '#plan/counters/leases.ts';
import { createMonthCounters, type MonthCounters } from '#plan/counters/month-counters.ts';
import { countUsage, holdCount } from '#plan/usage/usage.store.ts';

let account: TestAccount;
let counters: MonthCounters;
beforeAll(async () => {
  account = await startTestAccount();
  counters = account.deps.monthCounters;
});
afterAll(() => account.close());

const open = (limit?: number) => openCounterWorld(account, limit);
const make = ({ name }: CounterWorld) => counters.make([name]);
const correct = ({ name }: CounterWorld) => counters.correct([name]);
const plant = ({ name }: CounterWorld, submissions: number) =>
  account.deps.redis.hset(
    account.keys.counter(name.userId, month),
    'submissions',
    submissions,
    'bytes',
    submissions * 2,
  );
const used = (count: number) => ({ submissions: count, bytes: 2 * count });

describe('a counter that is made', () => {
  it('counts stored and waiting submissions once each', async () => {
    const world = await open();
    await make(world);
    expect(await world.read()).toMatchObject(used(0));
    await world.queue(3);
    await world.queue(2);
    await world.store(true);
    await world.loseCounter();
    await make(world);
    expect(await world.read()).toMatchObject(used(5));
    await world.store();
    await world.store();
    expect([await world.read(), await world.stored()]).toMatchObject([used(5), 5]);
  });

  it('includes quota that is still to be returned', async () => {
    const world = await open();
    await make(world);
    await world.queue(3);
    await world.store();
    await world.queue(1, 3);
    await world.store();
    await world.queue(0, 2);
    await world.loseCounter();
    await make(world);
    expect(await world.read()).toMatchObject(used(4 + 3 + 2));
    await world.store();
    await world.refund();
    expect(await world.read()).toMatchObject(used(4));
  });

  it('leaves out what was stored directly until it is told of it, and a batch on both ways counts once in the end', async () => {
    const world = await open();
    await make(world);
    await world.queue(3);
    await world.loseCounter();
    await world.storeDirectly(2);
    await make(world);
    expect(await world.read()).toMatchObject(used(3));
    await world.flush();
    expect(await world.read()).toMatchObject(used(5 + 3));
    await world.store();
    await world.refund();
    expect([await world.read(), await world.stored()]).toMatchObject([used(5), 5]);
  });

  it('includes submissions that were set aside', async () => {
    const world = await open();
    await world.setAside();
    await make(world);
    expect(await world.read()).toMatchObject(used(1));
  });

  it('is made for accounts that exist, and by one look at the queue for all that ask at once', async () => {
    const looks = vi.spyOn(account.deps.redis, 'multi');
    onTestFinished(() => looks.mockRestore());
    const worlds = await Promise.all(Array.from({ length: 20 }, () => open()));
    const nobody = { userId: randomUUID(), month };
    await Promise.all([...worlds.map(make), counters.make([nobody])]);
    expect(looks.mock.calls.length).toBeGreaterThan(0);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2);
    for (const world of worlds) expect(await world.read()).toMatchObject(used(0));
    expect(await account.deps.redis.exists(account.keys.counter(nobody.userId, month))).toBe(0);
  });

  it('waits for a transaction that is taking quota', async () => {
    const world = await open();
    const { pool } = account.deps.database;
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('begin');
    await holdCount(runOn(client), world.name.userId);
    await countUsage(runOn(client), world.name.userId, month, 3);
    const made = make(world);
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
    await waitUntil(async () => (await pool.query(waiting)).rowCount === 1, { what: 'the counting to wait' });
    await client.query('commit');
    await made;
    expect(await world.read()).toMatchObject({ submissions: 3 });
  });

  it('is not created while Redis does not respond, and no caller holds a connection meanwhile', async () => {
    const server = await startOwnRedis({ persistent: false });
    const redis = await server.connect('client');
    const transactions = vi.spyOn(account.deps.database.pool, 'connect');
    onTestFinished(() => transactions.mockRestore());
    const hung = createMonthCounters({
      ...account.deps,
      lanes: [{ ...mainLane(account.deps.lanes), redis }],
      metrics: createMetrics('test'),
    });
    await server.whileHung(async () => {
      await expect(hung.make([{ userId: randomUUID(), month }])).rejects.toThrow('Redis is slow');
      expect(transactions).not.toHaveBeenCalled();
    });
  });
});

describe('a counter that is compared with the database', () => {
  it.each([0, 40])('is set right where it says %i', async (wrong) => {
    const world = await open();
    await make(world);
    await world.queue(6);
    await world.store();
    await world.queue(3);
    await plant(world, wrong);
    await correct(world);
    expect(await world.read()).toMatchObject({ ...used(9), hasMoved: false });
  });

  it('does not count a change again that Redis has made and the database does not know of', async () => {
    const world = await open();
    await make(world);
    await world.queue(3);
    await world.store();
    await world.queue(0, 3);
    await world.store();
    const { pool } = account.deps.database;
    await world.refund();
    await pool.query('update stored_batches set refunded_at = null where refunds::text like $1', [
      `%${world.name.userId}%`,
    ]);
    const { rows } = await pool.query(
      'select job from stored_batches where refunded_at is null and refunds::text like $1',
      [`%${world.name.userId}%`],
    );
    for (const { job } of rows) {
      await account.deps.redis.hset(account.keys.counter(world.name.userId, month), `receipt:${job}`, 1);
    }
    await correct(world);
    expect(await world.read()).toMatchObject(used(3));
  });

  it('is left alone while it moves, and set when it does not', async () => {
    const world = await open();
    await make(world);
    await plant(world, 50);
    const { pool } = account.deps.database;
    const { connect } = pool;
    let moves = 0;
    const looks = vi.spyOn(pool, 'connect').mockImplementation(async () => {
      moves += 1;
      await world.queue(1);
      return Reflect.apply(connect, pool, []);
    });
    const moving = createMonthCounters({ ...account.deps, metrics: createMetrics('test') });
    await moving.correct([world.name]);
    looks.mockRestore();
    expect(moves).toBe(3);
    expect(await world.read()).toMatchObject({ submissions: 53 });
    await correct(world);
    expect(await world.read()).toMatchObject(used(3));
  });

  it('is so once an hour, whichever process comes first, if it has moved', async () => {
    const { redis, database } = account.deps;
    const name = { userId: (await open()).name.userId, month: new Date().toISOString().slice(0, 7) };
    const usage = { userId: name.userId, month: new Date(`${name.month}-01`), submissionCount: 4, byteCount: 8 };
    await database.prisma.monthlyUsage.create({ data: usage });
    await counters.make([name]);
    const key = account.keys.counter(name.userId, name.month);
    const planted = async () => Number(await redis.hget(key, 'submissions'));
    await redis.del(account.keys.countersCompared);
    await Promise.all([compareCounters(account.deps), compareCounters(account.deps)]);
    expect(await redis.hget(key, 'compared')).toBe(await redis.hget(key, 'moves'));
    await redis.hset(key, 'submissions', 30);
    await redis.hincrby(key, 'moves', 1);
    await compareCounters(account.deps);
    expect(await planted()).toBe(30);
    expect(await redis.ttl(account.keys.countersCompared)).toBeGreaterThan(3_500);
    await redis.del(account.keys.countersCompared);
    await compareCounters(account.deps);
    expect(await planted()).toBe(4);
  });
});

describe('what ingest asks for', () => {
  const headers = internalAuthorization(testInternalToken);
  const ask = (body: object, by: Record<string, string> = headers) =>
    account.call('POST /internal/counters', { headers: by, body });

  it('is answered to the services of the installation, for months that a year has', async () => {
    const { name, read } = await open();
    expect((await ask({ accounts: [name], isRefused: false }, {})).status).toBe(403);
    for (const wrong of ['november', '2026-13', '0000-01', '2026-11-01']) {
      expect((await ask({ accounts: [{ ...name, month: wrong }], isRefused: false })).status).toBe(422);
    }
    expect((await ask({ accounts: [], isRefused: false })).status).toBe(204);
    expect((await ask({ accounts: [name], isRefused: false })).status).toBe(204);
    expect(await read()).toMatchObject(used(0));
  });

  it('compares a counter that refused a visitor with the database, the first time in an hour', async () => {
    const world = await open();
    await make(world);
    await plant(world, 1_000);
    await ask({ accounts: [world.name], isRefused: true });
    expect(await world.read()).toMatchObject(used(0));
    await plant(world, 1_000);
    await ask({ accounts: [world.name], isRefused: true });
    expect(await world.read()).toMatchObject(used(1_000));
  });
});

describe('the previous release', () => {
  const lend = ({ name }: CounterWorld, submissions: number) =>
    account.call('POST /internal/quotas', {
      headers: internalAuthorization(testInternalToken),
      body: { ...name, wanted: { submissions, bytes: 10 } },
    });
  const balance = ({ name }: CounterWorld) => account.keys.balance(name.userId, month);
  const left = async (world: CounterWorld) => Number(await account.deps.redis.hget(balance(world), 'submissions:left'));
  /** Works like ingest of the previous release, followed by a worker. */
  async function spend(world: CounterWorld, count: number) {
    await account.deps.redis.hincrby(balance(world), 'submissions:left', -count);
    await account.deps.database.pool.query(
      `insert into monthly_usage (user_id, month, submission_count, byte_count) values ($1, '${month}-01', $2::int, 2 * $2::int)
       on conflict (user_id, month) do update set submission_count = monthly_usage.submission_count + $2::int,
         byte_count = monthly_usage.byte_count + 2 * $2::int`,
      [world.name.userId, count],
    );
  }

  it('is lent some of what is left, which is counted at once', async () => {
    const world = await open();
    expect((await lend(world, 300)).status).toBe(204);
    expect(await left(world)).toBe(100);
    expect(await world.read()).toMatchObject({ submissions: 100 });
    await lend(world, 150);
    expect(await left(world)).toBe(150);
    await plant(world, 4_990);
    await account.deps.redis.hset(balance(world), 'submissions:left', 0);
    await lend(world, 50);
    expect([await left(world), await account.deps.redis.hget(balance(world), 'submissions:full')]).toEqual([10, '1']);
  });

  it('ends with its lease when the counter is made, with what it has spent and without what it has not', async () => {
    const world = await open();
    const fields = { 'submissions:lease': 3, 'submissions:given': 500, 'submissions:left': 500 };
    await account.deps.redis.hset(balance(world), fields);
    await spend(world, 7);
    await make(world);
    expect(await world.read()).toMatchObject(used(7));
    expect(await left(world)).toBe(0);
    expect(await account.deps.redis.hget(balance(world), 'submissions:lease')).toBe('4');
  });

  it('is found where its account has begun a lease beside this one, and what it spent is counted', async () => {
    const world = await open();
    await lend(world, 100);
    const others = { 'submissions:lease': 7, 'submissions:left': 60, 'bytes:lease': 7, 'bytes:left': 60 };
    const begin = () => account.deps.redis.hset(balance(world), others);
    await begin();
    await spend(world, 40);
    await lend(world, 10);
    expect(await world.read()).toMatchObject({ submissions: 140 });
    expect(await left(world)).toBe(100);
    await begin();
    const { findOthers } = openLeases(account.deps.redis, account.keys);
    expect(await findOthers(month)).toEqual([world.name]);
    await correct(world);
    expect([await findOthers(month), await world.read()]).toMatchObject([[], used(40)]);
  });

  it('gives back what it did not spend when its counter is compared', async () => {
    const world = await open();
    await lend(world, 100);
    await spend(world, 30);
    await correct(world);
    expect(await world.read()).toMatchObject(used(30));
    expect(await left(world)).toBe(0);
  });
});

it('every account with forms has a counter soon after an upgrade or a loss of data, and changes that wait have one', async () => {
  const { redis, database } = account.deps;
  const worlds = await Promise.all([open(), open()]);
  const now = new Date().toISOString().slice(0, 7);
  await worlds[0]?.storeDirectly(2);
  await redis.del(account.keys.countersComplete);
  await keepCounters(account.deps);
  for (const { name } of worlds) expect(await redis.exists(account.keys.counter(name.userId, now))).toBe(1);
  await worlds[0]?.flush();
  expect(await worlds[0]?.read()).toMatchObject(used(2));
  expect(await redis.exists(account.keys.countersComplete)).toBe(1);
  await database.prisma.directBatch.deleteMany();
});

type Step = (world: CounterWorld) => Promise<unknown>;
const few = fc.integer({ min: 1, max: 4 });
const steps: fc.Arbitrary<Step>[] = [
  few.map((count) => (world) => world.queue(count)),
  fc.tuple(few, few).map(
    ([count, repeats]) =>
      (world) =>
        world.queue(count, repeats),
  ),
  fc.boolean().map((dies) => (world) => world.store(dies)),
  fc.constant<Step>((world) => world.store()),
  fc.constant<Step>((world) => world.refund()),
  few.map((count) => (world) => world.storeDirectly(count)),
  fc.constant<Step>((world) => world.flush()),
  fc.constant<Step>(async (world) => {
    await world.loseCounter();
    await make(world);
  }),
  fc.constant<Step>(correct),
];

it('a counter finally equals what is stored, in whatever order all of this happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 30 }), async (order) => {
      const world = await open();
      await make(world);
      for (const step of order) await step(world);
      for (let n = 0; n < order.length; n += 1) await world.store();
      await world.refund();
      await world.flush();
      expect(await world.read()).toMatchObject(used(await world.stored()));
    }),
    cases(10),
  );
});

it('a month is filled exactly to its limit, however often its counter is created', async () => {
  const world = await open(20);
  for (let n = 0; n < 40; n += 1) {
    if (n % 7 === 0) {
      await world.loseCounter();
      await make(world);
    }
    await world.queue(1);
    if (n % 3 === 0) await world.store();
  }
  for (let n = 0; n < 20; n += 1) await world.store();
  expect([await world.read(), await world.stored()]).toMatchObject([used(20), 20]);
});
