import { runOn } from '@inlet/db/run-sql';
import { openReservations, type Reservations } from '@inlet/redis/quota-reservations';
import { monthOf } from '@inlet/submissions/months';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { readUsed } from '#forms/usage/read-used.ts';
import { settleReservations } from '#forms/usage/settle-reservations.ts';
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
  await account.deps.redis.set(account.keys.usage(userId, month), 10);
});

/** A transaction that has taken three places, and has not come to its end. */
async function begin() {
  const client = await account.deps.database.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await holdCount(runOn(client), userId);
  const { rows } = await client.query('select pg_current_xact_id()::text as ticket');
  expect(await reservations.reserve({ userId, month, wanted: 3, limit: 100 }, rows[0].ticket)).toBe(3);
  await countPlaces(runOn(client), userId, month, 3);
  return client;
}
const used = async () => Number(await account.deps.redis.get(account.keys.usage(userId, month)));
const settle = () => settleReservations(account.deps);

describe('places whose process died', () => {
  it('are given back once where the transaction came to nothing', async () => {
    const client = await begin();
    await client.query('rollback');
    expect(await used()).toBe(13);
    await Promise.all([settle(), settle()]);
    expect([await used(), await reservations.list()]).toEqual([10, []]);
  });

  it('stay taken where it is committed', async () => {
    const client = await begin();
    await client.query('commit');
    await settle();
    expect([await used(), await reservations.list()]).toEqual([13, []]);
  });

  it('are left alone while it goes on', async () => {
    const client = await begin();
    await settle();
    expect([await used(), await reservations.list()]).toMatchObject([13, [{ userId, count: 3 }]]);
    await client.query('rollback');
    await settle();
  });

  it('are forgotten with their month, and where no such transaction was', async () => {
    const { redis } = account.deps;
    const places = JSON.stringify({ userId, month: '2025-03', count: 3 });
    await redis.hset(account.keys.reservations, '18446744073709551000', places);
    await settle();
    expect([await used(), await redis.hlen(account.keys.reservations)]).toEqual([10, 0]);
  });
});

it('what was used is read when nobody is taking places, so a count that Redis lost meanwhile has them', async () => {
  const { redis, database } = account.deps;
  const client = await begin();
  await redis.del(account.keys.usage(userId, month));
  const reading = readUsed(account.deps, userId, month);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
  await waitUntil(async () => (await database.pool.query(waiting)).rowCount === 1, { what: 'the reading to wait' });
  await client.query('commit');
  expect(await reading).toBe(3);
  await settle();
});
