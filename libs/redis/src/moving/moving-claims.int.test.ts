import { waitUntil } from '@inlet/local-servers/wait-until';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { startOwnRedis } from '@inlet/testing/own-redis';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { expect, it, onTestFinished } from 'vitest';
import { redisKeys } from '#keys.ts';
import { lanePrefix } from '#lanes.ts';
import { openClaims } from '#moving/moving-claims.ts';
import { watchClaims } from '#moving/watch-claims.ts';

const count = 2_500;

it('finds, copies and removes the idempotency keys of a lane with the time that is left to them', async () => {
  const { redis, keys, prefix } = await openTestRedis();
  const target = redisKeys(lanePrefix(prefix, 1));
  const claims = openClaims(redis, keys);
  const names = Array.from({ length: count }, (_, n) => `name-${n}`);
  const commands = redis.pipeline();
  for (const name of names) commands.set(keys.idempotency(name), `digest of ${name}`, 'EX', 1_000);
  await commands.set(keys.form('other'), 'no key').set(target.idempotency('other lane'), 'x').exec();

  const found = new Set<string>();
  for await (const page of claims.pages()) for (const name of page) found.add(name);
  expect([...found].toSorted()).toEqual(names.toSorted());

  const read = await claims.read(['gone', ...names.slice(0, 3)]);
  expect(read.map(({ name, digest }) => [name, digest])).toEqual(
    names.slice(0, 3).map((name) => [name, `digest of ${name}`]),
  );
  await openClaims(redis, target).write(read);
  expect(await redis.get(target.idempotency('name-1'))).toBe('digest of name-1');
  const leftMs = await redis.pttl(target.idempotency('name-1'));
  expect(leftMs).toBeGreaterThan(900_000);
  expect(leftMs).toBeLessThanOrEqual(1_000_000);
  await claims.remove(['name-1', 'gone']);
  expect(await redis.exists(keys.idempotency('name-1'), keys.idempotency('name-2'))).toBe(1);
});

async function open() {
  const server = await startOwnRedis({ persistent: false });
  const proxy = await openRedisProxy(server.port);
  const [redis, others] = [await server.connect('client'), await server.connect('client')];
  const keys = redisKeys('inlet');
  const watch = await watchClaims({ redis, keys }, { url: proxy.url, prefix: 'inlet' });
  onTestFinished(() => watch.close());
  return { redis, others, keys, watch, proxy };
}

it('hears of every idempotency key that others have changed before, by scripts too, and of nothing else', async () => {
  const { others, keys, watch } = await open();
  expect(await watch.take()).toEqual([]);
  for (let round = 0; round < 20; round += 1) {
    const names = Array.from({ length: 50 }, (_, n) => `${round}-${n}`);
    await others.eval(
      `for i, key in ipairs(KEYS) do redis.call('SET', key, 'x', 'EX', 100, 'NX') end`,
      names.length,
      ...names.map(keys.idempotency),
    );
    await others.set(keys.form('other'), 'x');
    await others.set(redisKeys('inlet:1').idempotency('other'), 'x');
    expect((await watch.take()).toSorted()).toEqual(names.toSorted());
  }
  await others.del(keys.idempotency('0-1'));
  expect(await watch.take()).toEqual(['0-1']);
  await watch.close();
});

it('waits for what Redis has told already', async () => {
  const { others, keys, watch, proxy } = await open();
  const goOn = proxy.holdAnswers();
  await others.set(keys.idempotency('late'), 'x');
  const taken = watch.take();
  // By then the lane's own connection would have answered.
  await others.ping();
  await others.ping();
  goOn();
  expect(await taken).toEqual(['late']);
});

it('fails when changes may be missing: after a loss of either connection, and of all data', async () => {
  const { others, watch } = await open();
  await others.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await expect(watch.take()).rejects.toThrow();

  const second = await open();
  const id = await second.redis.client('ID');
  await second.others.call('CLIENT', 'KILL', 'ID', String(id));
  await waitUntil(async () => (await second.redis.ping().catch(() => '')) === 'PONG', { what: 'the connection' });
  await expect(second.watch.take()).rejects.toThrow('changes of idempotency keys are unknown');

  const third = await open();
  await third.others.flushall();
  await expect(third.watch.take()).rejects.toThrow('changes of idempotency keys are unknown');
});
