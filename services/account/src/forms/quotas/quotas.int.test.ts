import { internalAuthorization } from '@inlet/service/internal-token';
import { buildUser } from '@inlet/testing/build-user';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';
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
    { numRuns: 10 },
  );
});
