import { runOn } from '@inlet/db/run-sql';
import { openReservations, type Reservations } from '@inlet/redis/quota-reservations';
import { monthOf } from '@inlet/submissions/months';
import { buildUser } from '@inlet/testing/build-user';
import { giveBalance, spentOf } from '@inlet/testing/give-balance';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { settleReservations } from '#forms/quotas/settle-reservations.ts';
import { countPlaces, holdCount } from '#forms/usage/usage.store.ts';

const month = monthOf(Date.now());

let account: TestAccount;
let reservations: Reservations;
let userId: string;

beforeAll(async () => {
  account = await startTestAccount();
  reservations = openReservations(account.deps.redis, account.keys);
});
afterAll(() => account.close());
beforeEach(async () => {
  userId = (await buildUser(account.deps.database.prisma)).id;
  await giveBalance(account.deps.redis, account.keys, { userId, month });
});

/** A transaction that has taken three places, and has not come to its end. */
async function begin() {
  const client = await account.deps.database.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await holdCount(runOn(client), userId);
  const { rows } = await client.query('select pg_current_xact_id()::text as ticket');
  expect(await reservations.reserve({ userId, month, count: 3, ticket: rows[0].ticket })).toBe('reserved');
  await countPlaces(runOn(client), userId, month, 3);
  return client;
}
/** Of a lease that was granted. */
async function loseBalance(): Promise<void> {
  const { redis, database } = account.deps;
  await database.prisma.quota.create({ data: { userId, period: month, resource: 'submissions', lease: 1 } });
  await redis.del(account.keys.balance(userId, month));
}
const used = async () => (await spentOf(account.deps.redis, account.keys, { userId, month })).submissions;
const settle = () => settleReservations(account.deps);

describe('places whose process died', () => {
  it('are given back once where the transaction came to nothing', async () => {
    const client = await begin();
    await client.query('rollback');
    expect(await used()).toBe(3);
    await Promise.all([settle(), settle()]);
    expect([await used(), await reservations.list()]).toEqual([0, []]);
  });

  it('stay taken where it is committed', async () => {
    const client = await begin();
    await client.query('commit');
    await settle();
    expect([await used(), await reservations.list()]).toEqual([3, []]);
  });

  it('are left alone while it goes on', async () => {
    const client = await begin();
    await settle();
    expect([await used(), await reservations.list()]).toMatchObject([3, [{ userId, count: 3 }]]);
    await client.query('rollback');
    await settle();
  });

  it('are forgotten with their month, and where no such transaction was', async () => {
    const { redis } = account.deps;
    const places = JSON.stringify({ userId, month: '2025-03', count: 3 });
    await redis.hset(account.keys.reservations, '18446744073709551000', places);
    await settle();
    expect([await used(), await redis.hlen(account.keys.reservations)]).toEqual([0, 0]);
  });
});

it('what was spent is counted when nobody is taking places, so a balance that Redis lost meanwhile has them', async () => {
  const { database, grantQuota } = account.deps;
  const client = await begin();
  await loseBalance();
  const granting = grantQuota(userId, month, { submissions: 1, bytes: 1 });
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
  await waitUntil(async () => (await database.pool.query(waiting)).rowCount === 1, { what: 'the grant to wait' });
  await client.query('commit');
  await granting;
  const where = { userId, period: month, resource: 'submissions' };
  expect(await database.prisma.quota.findFirst({ where })).toMatchObject({ base: 3n });
  await settle();
});

it('what is still to be given back counts as spent until then', async () => {
  const { database, grantQuota } = account.deps;
  const client = await begin();
  await client.query('rollback');
  await loseBalance();
  await grantQuota(userId, month, { submissions: 1, bytes: 1 });
  const where = { userId, period: month, resource: 'submissions' };
  expect(await database.prisma.quota.findFirst({ where })).toMatchObject({ base: 3n });
  await settle();
  expect([await used(), await reservations.list()]).toEqual([-3, []]);
});
