import { randomUUID } from 'node:crypto';
import { transaction } from '@inlet/db/transaction';
import { openBalances } from '@inlet/redis/balances';
import { internalAuthorization } from '@inlet/service/internal-token';
import { buildUser } from '@inlet/testing/build-user';
import { cases } from '@inlet/testing/config';
import { startOwnRedis } from '@inlet/testing/own-redis';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';
import { createGrantQuota } from '#forms/quotas/grant-quota.ts';
import { openQuotaWorld, type QuotaWorld } from '#forms/quotas/quota-world.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const limit = 20;
const open = (most = limit) => openQuotaWorld(account, most);

/** What ingest does: it asks as long as Redis is short. Answers how many were stored until the month was full. */
async function spendAll(world: QuotaWorld): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const outcome = await world.spend(1);
    if (outcome === 'full') return;
    if (outcome === 'short') await world.grant(1);
  }
  throw new Error('The month never became full');
}

async function drain(world: QuotaWorld): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await world.store();
}

describe('a quota', () => {
  it('is spent to the last place, and not beyond', async () => {
    const world = await open();
    await spendAll(world);
    expect(world.spent()).toBe(limit);
  });

  it('has places for both paths, and the same number together', async () => {
    const world = await open();
    await world.grant(0);
    for (let n = 0; n < limit; n += 1) await world.storeDirectly(1);
    expect(world.spent()).toBe(limit - limit / 4);
    await spendAll(world);
    expect(world.spent()).toBe(limit);
  });

  it('loses nothing when account dies between the commit and the grant, or between the lease and the commit', async () => {
    const world = await open();
    expect(await world.grant(5, { apply: 'never' })).toBe(false);
    expect(await world.grant(5, { apply: 'late' })).toBe(false);
    await world.grant(5);
    await world.catchUp();
    await world.spend(5);
    world.limit = limit + 1;
    expect(await world.grant(0, { apply: 'never' })).toBe(false);
    world.limit = limit;
    // The lease has begun in Redis, and the database does not know of it.
    for (const fate of ['late', 'never'] as const) expect(await world.grant(0, { open: fate })).toBe(false);
    await world.catchUp();
    await spendAll(world);
    expect(world.spent()).toBe(limit);
  });

  it('follows a plan up and down, at once and without what was spent', async () => {
    const world = await open();
    await spendAll(world);
    world.limit = limit + 10;
    await world.grant(0);
    await spendAll(world);
    expect(world.spent()).toBe(limit + 10);
    world.limit = 5;
    await world.grant(0);
    expect(await world.spend(1)).toBe('full');
    world.limit = limit + 12;
    await world.grant(0);
    await spendAll(world);
    expect(world.spent()).toBe(limit + 12);
  });

  it('takes back what a smaller plan does not allow, but was not spent', async () => {
    const world = await open();
    await world.grant(limit);
    await world.spend(3);
    world.limit = 4;
    await world.grant(0);
    await spendAll(world);
    expect(world.spent()).toBe(4);
  });

  it('is counted anew when Redis has lost it, with what is stored and without what is lost', async () => {
    const world = await open();
    await world.grant(limit);
    await world.spend(6);
    await world.store();
    await world.spend(4);
    await world.storeDirectly(1);
    await world.loseRedis();
    expect(world.spent()).toBe(6);
    await spendAll(world);
    expect(world.spent()).toBe(limit);
  });

  it('is counted with the places of what waits and is stored directly too, for these are given back', async () => {
    const world = await open();
    await world.grant(6);
    await world.spend(6);
    await world.storeTwice();
    expect(world.spent()).toBe(12);
    await world.loseBalance();
    await world.grant(1);
    await drain(world);
    expect(world.spent()).toBe(6);
    await spendAll(world);
    expect(world.spent()).toBe(limit);
  });

  it('has room again for a repeat, whichever lease it was taken from', async () => {
    const world = await open();
    await world.grant(limit);
    await world.spend(1);
    await world.spend(1, true);
    world.limit = limit - 1;
    await world.grant(0);
    await drain(world);
    expect(world.spent()).toBe(1);
    await spendAll(world);
    expect(world.spent()).toBe(limit - 1);
  });
});

it('is granted by an account that waits for Redis for half a second at most, while others wait for the row', async () => {
  const { redis, database } = account.deps;
  const { id: userId } = await buildUser(database.prisma);
  const asked = Promise.withResolvers<void>();
  const read = () => {
    asked.resolve();
    return new Promise<never>(() => undefined);
  };
  const balances = { ...openBalances(redis, account.keys), read };
  const granted = createGrantQuota({ ...account.deps, balances })(userId, '2026-11', { submissions: 1, bytes: 1 });
  const outcome = granted.catch(({ message }: Error) => message);
  await asked.promise;
  const values = [[userId], ['2026-11'], ['submissions'], [1], [10]];
  const take = (client: pg.ClientBase) => client.query('select take_places($1, $2, $3, $4, $5)', values);
  await transaction(database.pool, take, { statementTimeoutMs: 1_500 });
  expect(await outcome).toBe('Redis is slow');
});

it('is granted to an account that never had it without a look at the queue, however long that is', async () => {
  const { redis } = account.deps;
  const looks = vi.spyOn(redis, 'multi');
  onTestFinished(() => looks.mockRestore());
  const world = await open();
  await world.storeDirectly(3);
  await world.grant(1);
  expect(looks).not.toHaveBeenCalled();
  await spendAll(world);
  expect(world.spent()).toBe(limit);
  await world.loseBalance();
  looks.mockClear();
  await world.grant(1);
  expect(looks).toHaveBeenCalled();
});

it('can be taken from directly while what waits is read, however long that takes', async () => {
  const { redis } = account.deps;
  const world = await open();
  await world.grant(6);
  await world.spend(6);
  await world.loseBalance();
  const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { hget } = redis;
  const reads = vi.spyOn(redis, 'hget').mockImplementationOnce(async (...values: Parameters<typeof hget>) => {
    asked.resolve();
    await mayAnswer.promise;
    return hget.apply(redis, values);
  });
  onTestFinished(() => reads.mockRestore());
  const granted = world.grant(1);
  await asked.promise;
  await world.storeDirectly(1);
  mayAnswer.resolve();
  expect(await granted).toBe(true);
  await spendAll(world);
  expect(world.spent()).toBe(limit);
});

it('is not granted while Redis does not answer, and nothing waits for it with a connection in its hands', async () => {
  const server = await startOwnRedis({ persistent: false });
  const redis = await server.connect('client');
  const transactions = vi.spyOn(account.deps.database.pool, 'connect');
  onTestFinished(() => transactions.mockRestore());
  const grantQuota = createGrantQuota({ ...account.deps, redis });
  await server.whileHung(async () => {
    const grants = Array.from({ length: 50 }, () => grantQuota(randomUUID(), '2026-11', { submissions: 1, bytes: 1 }));
    const outcomes = await Promise.allSettled(grants);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(transactions).not.toHaveBeenCalled();
  });
});

it('is granted to the services of the installation, for a month that a year has', async () => {
  const { prisma } = account.deps.database;
  const { id: userId } = await buildUser(prisma);
  const wanted = { submissions: 3, bytes: 70 };
  const ask = (month: string, headers: Record<string, string> = internalAuthorization(testInternalToken)) =>
    account.call('POST /internal/quotas', { headers, body: { userId, month, wanted } });
  expect((await ask('2026-11', {})).status).toBe(403);
  for (const month of ['november', '2026-13', '0000-01', '2026-11-01']) expect((await ask(month)).status).toBe(422);
  expect((await ask('2026-11')).status).toBe(204);
  const rows = await prisma.quota.findMany({ where: { userId }, orderBy: { resource: 'asc' } });
  expect(rows).toMatchObject([
    { period: '2026-11', resource: 'bytes', lease: 1, granted: 1_250_000_000n },
    { period: '2026-11', resource: 'submissions', lease: 1, granted: 1_250n },
  ]);
});

type Step = (world: QuotaWorld) => Promise<unknown>;
const fate = fc.constantFrom('done', 'done', 'never', 'late');
const few = fc.integer({ min: 1, max: 6 });
const steps: fc.Arbitrary<Step>[] = [
  few.map((count) => (world) => world.spend(count)),
  few.map((count) => (world) => world.spend(count)),
  few.map((count) => (world) => world.spend(count, true)),
  fc.nat(8).map((wanted) => (world) => world.grant(wanted)),
  fc.tuple(fc.nat(8), fate, fate).map(([wanted, opened, applied]) => (world) => {
    return world.grant(wanted, { open: opened, apply: applied });
  }),
  fc.boolean().map((dies) => (world) => world.store(dies)),
  fc.constant<Step>((world) => world.store()),
  few.map((count) => (world) => world.storeDirectly(count)),
  fc.constant<Step>((world) => world.storeTwice()),
  fc.constant<Step>((world) => world.loseBalance()),
  fc.constant<Step>((world) => world.catchUp()),
  fc.constant<Step>((world) => world.loseRedis()),
];

it('is never exceeded and always spendable to its end, in whatever order all of this happens', async () => {
  const orders = fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const world = await open(12);
      for (const step of order) {
        await step(world);
        expect(world.spent()).toBeLessThanOrEqual(12);
      }
      await world.catchUp();
      await drain(world);
      await spendAll(world);
      await drain(world);
      expect(world.spent()).toBe(12);
    }),
    cases(10),
  );
});
