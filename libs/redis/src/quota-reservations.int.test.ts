import { randomUUID } from 'node:crypto';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { openReservations } from '#quota-reservations.ts';

const month = '2026-11';
const limit = 10;

async function open() {
  const { redis, keys } = await openTestRedis();
  const userId = randomUUID();
  const reservations = openReservations(redis, keys);
  const take = (wanted: number, ticket: string) => reservations.reserve({ userId, month, wanted, limit }, ticket);
  return { redis, keys, reservations, userId, take, used: () => redis.get(keys.usage(userId, month)) };
}

it('are taken all or none, and never beyond the limit', async () => {
  const { redis, keys, userId, take, used, reservations } = await open();
  await redis.set(keys.usage(userId, month), 7);
  expect([await take(4, '1'), await take(3, '2'), await take(1, '3')]).toEqual([3, 3, 0]);
  expect(await used()).toBe('10');
  expect(await reservations.list()).toEqual([{ ticket: '2', userId, month, count: 3 }]);
});

it('are not to be had where the count is unknown, and are where the month is known to be untouched', async () => {
  const { redis, keys, take, used, userId } = await open();
  expect([await take(1, '1'), await used()]).toEqual([null, null]);
  await redis.set(keys.usageComplete(month), '1');
  expect([await take(2, '1'), await used()]).toEqual([2, '2']);
  expect(await redis.ttl(keys.usage(userId, month))).toBeGreaterThan(61 * 86_400);
});

it('are given back once, and not after they were kept', async () => {
  const { redis, keys, userId, take, used, reservations } = await open();
  await redis.set(keys.usage(userId, month), 0);
  await take(2, '1');
  await take(3, '2');
  await reservations.commit('2');
  const [first = { ticket: '1', userId, month, count: 2 }] = await reservations.list();
  await Promise.all([reservations.release(first), reservations.release(first)]);
  await reservations.release({ ticket: '2', userId, month, count: 3 });
  expect([await used(), await reservations.list()]).toEqual(['3', []]);
});

it('are not had where no replica confirms them, and are there to be settled', async () => {
  const { redis, keys, userId, used, reservations } = await open();
  await redis.set(keys.usage(userId, month), 0);
  const unconfirmed = openReservations(redis, keys, () => Promise.reject(new Error('No replica confirmed it')));
  const request = { userId, month, wanted: 2, limit };
  await expect(unconfirmed.reserve(request, '1')).rejects.toThrow('No replica confirmed it');
  expect([await used(), await reservations.list()]).toEqual(['2', [{ ticket: '1', userId, month, count: 2 }]]);
});
