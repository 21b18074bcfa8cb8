import { randomUUID } from 'node:crypto';
import { giveBalance, spentOf } from '@inlet/testing/give-balance';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { openReservations } from '#quota-reservations.ts';

const month = '2026-11';

async function open() {
  const { redis, keys } = await openTestRedis();
  const userId = randomUUID();
  const reservations = openReservations(redis, keys);
  const owner = { userId, month };
  const take = (count: number, ticket: string) => reservations.reserve({ ...owner, count, ticket });
  const used = async () => (await spentOf(redis, keys, owner)).submissions;
  const give = (submissions: number) => giveBalance(redis, keys, owner, { submissions });
  return { redis, keys, reservations, owner, take, used, give };
}

it('are taken all or none, and never beyond the balance', async () => {
  const { take, used, give, reservations, owner } = await open();
  await give(3);
  expect([await take(4, '1'), await take(3, '2'), await take(1, '3')]).toEqual(['full', 'reserved', 'full']);
  expect(await used()).toBe(3);
  expect(await reservations.list()).toEqual([{ ticket: '2', ...owner, count: 3 }]);
});

it('are not refused before the database was asked for more', async () => {
  const { redis, keys, owner, take, give } = await open();
  expect(await take(1, '1')).toBe('short');
  await give(1);
  await redis.hset(keys.balance(owner.userId, month), 'submissions:full', 0);
  expect([await take(2, '1'), await take(1, '1')]).toEqual(['short', 'reserved']);
});

it('are given back once, and not after they were kept', async () => {
  const { take, used, give, reservations, owner } = await open();
  await give(10);
  await take(2, '1');
  await take(3, '2');
  await reservations.commit('2');
  const [first = { ticket: '1', ...owner, count: 2 }] = await reservations.list();
  await Promise.all([reservations.release(first), reservations.release(first)]);
  await reservations.release({ ticket: '2', ...owner, count: 3 });
  expect([await used(), await reservations.list()]).toEqual([3, []]);
});

it('are not had where no replica confirms them, and are there to be settled', async () => {
  const { redis, keys, owner, used, give, reservations } = await open();
  await give(10);
  const unconfirmed = openReservations(redis, keys, () => Promise.reject(new Error('No replica confirmed it')));
  const reservation = { ...owner, count: 2, ticket: '1' };
  await expect(unconfirmed.reserve(reservation)).rejects.toThrow('No replica confirmed it');
  expect([await used(), await reservations.list()]).toEqual([2, [reservation]]);
});
