import { randomUUID } from 'node:crypto';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { openPlaces } from '#quota-reservations.ts';

const month = '2026-11';
const limit = 10;

async function open() {
  const { redis, keys } = await openTestRedis();
  const userId = randomUUID();
  const places = openPlaces(redis, keys);
  const take = (wanted: number, ticket: string) => places.take({ userId, month, wanted, limit }, ticket);
  return { redis, keys, places, userId, take, used: () => redis.get(keys.usage(userId, month)) };
}

it('are taken all or none, and never beyond the limit', async () => {
  const { redis, keys, userId, take, used, places } = await open();
  await redis.set(keys.usage(userId, month), 7);
  expect([await take(4, '1'), await take(3, '2'), await take(1, '3')]).toEqual([3, 3, 0]);
  expect(await used()).toBe('10');
  expect(await places.list()).toEqual([{ ticket: '2', userId, month, count: 3 }]);
});

it('are not to be had where the count is unknown, and are where the month is known to be untouched', async () => {
  const { redis, keys, take, used, userId } = await open();
  expect([await take(1, '1'), await used()]).toEqual([null, null]);
  await redis.set(keys.usageComplete(month), '1');
  expect([await take(2, '1'), await used()]).toEqual([2, '2']);
  expect(await redis.ttl(keys.usage(userId, month))).toBeGreaterThan(61 * 86_400);
});

it('are given back once, and not after they were kept', async () => {
  const { redis, keys, userId, take, used, places } = await open();
  await redis.set(keys.usage(userId, month), 0);
  await take(2, '1');
  await take(3, '2');
  await places.keep('2');
  const [first = { ticket: '1', userId, month, count: 2 }] = await places.list();
  await Promise.all([places.giveBack(first), places.giveBack(first)]);
  await places.giveBack({ ticket: '2', userId, month, count: 3 });
  expect([await used(), await places.list()]).toEqual(['3', []]);
});

it('are not had where no replica confirms them, and are there to be settled', async () => {
  const { redis, keys, userId, used, places } = await open();
  await redis.set(keys.usage(userId, month), 0);
  const unconfirmed = openPlaces(redis, keys, () => Promise.reject(new Error('No replica confirmed it')));
  const request = { userId, month, wanted: 2, limit };
  await expect(unconfirmed.take(request, '1')).rejects.toThrow('No replica confirmed it');
  expect([await used(), await places.list()]).toEqual(['2', [{ ticket: '1', userId, month, count: 2 }]]);
});
