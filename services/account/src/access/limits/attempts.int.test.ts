import { rm } from 'node:fs/promises';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AttemptCounter, type Attempts, createAttempts } from '#access/limits/attempts.ts';

const silent = createLogger({ service: 'test', level: 'silent' });
let corner: TestRedis;
let redis: RedisConnection;
let attempts: Attempts;
let others: Attempts;
let key: (name: string) => string;

beforeAll(async () => {
  corner = await createTestRedis();
  redis = openRedis({ role: 'client', url: corner.url, name: 'test', logger: silent });
  await waitUntilConnected(redis, 60_000);
  const keys = redisKeys(corner.prefix);
  key = keys.attempts;
  // On a busy machine an answer may take longer than the service would wait.
  const options = { redis, keys, isOn: true, redisTimeoutMs: 60_000 };
  attempts = createAttempts(options);
  others = createAttempts(options);
});
afterAll(async () => {
  redis.disconnect();
  await corner.close();
});

const limit = (name: string, max: number, windowSeconds = 60): AttemptCounter => ({
  limit: { name, max, windowSeconds },
  subject: 'somebody',
});
const countOf = async (name: string) => Number(await redis.get(key(`${name}:somebody`)));
const refusalOf = (counters: AttemptCounter[]) =>
  attempts.take(counters).then(
    () => null,
    ({ status, code, details }) => ({ status, code, seconds: Number(details.headers['retry-after']) }),
  );

describe('attempts', () => {
  it('are let through up to the limit, and then refused until its time is over', async () => {
    const counter = limit('three', 3);
    for (let i = 0; i < 3; i += 1) expect(await refusalOf([counter])).toBeNull();
    const refusal = await refusalOf([counter]);
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refusal?.seconds).toBeGreaterThan(50);
    expect(refusal?.seconds).toBeLessThanOrEqual(60);
    expect(await attempts.isLeft([counter])).toBe(false);
    // The window ends when Redis has expired the counter.
    await redis.del(key('three:somebody'));
    expect(await attempts.isLeft([counter])).toBe(true);
  });

  it('are forgotten a window after the first of them, not after the last', async () => {
    const counter = limit('window', 5, 60);
    await attempts.take([counter]);
    await redis.expire(key('window:somebody'), 7);
    await attempts.take([counter]);
    expect(await redis.ttl(key('window:somebody'))).toBeLessThanOrEqual(7);
  });

  it('are counted for all processes together, exactly, however many come at once', async () => {
    const counter = limit('ten', 10);
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? attempts : others).isLeft([counter])));
    expect(all.filter(Boolean)).toHaveLength(10);
  });

  it('use up no limit when another one refuses them', async () => {
    const [wide, tight] = [limit('wide', 5), limit('tight', 1)];
    await attempts.take([wide, tight]);
    expect(await attempts.isLeft([wide, tight])).toBe(false);
    expect(await attempts.isLeft([tight, wide])).toBe(false);
    expect(await countOf('wide')).toBe(1);
  });

  it('are counted for each subject alone', async () => {
    const counter = limit('subject', 1);
    await attempts.take([counter]);
    expect(await attempts.isLeft([{ ...counter, subject: 'somebody else' }])).toBe(true);
  });
});

describe('guesses', () => {
  it('stay counted when they are wrong, and only then', async () => {
    const counter = limit('guesses', 2);
    for (let i = 0; i < 5; i += 1) expect(await attempts.guess([counter], async () => 'right')).toBe('right');
    const broken = () => Promise.reject(new Error('the database is away'));
    await expect(attempts.guess([counter], broken)).rejects.toThrow('the database is away');
    expect(await countOf('guesses')).toBe(0);
    expect(await attempts.guess([counter], async () => null)).toBeNull();
    expect(await countOf('guesses')).toBe(1);
  });

  it('are counted before they are made, so that many at once are no more than the limit', async () => {
    const counter = limit('at once', 4);
    let made = 0;
    const guesses = Array.from({ length: 20 }, () =>
      attempts.guess([counter], async () => {
        made += 1;
        return null;
      }),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(made).toBe(4);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(16);
  });

  it('that are right get through however many come at once', async () => {
    const counter = limit('right at once', 10);
    const right = () => new Promise<string>((resolve) => setImmediate(resolve, 'right'));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempts.guess([counter], right)));
    expect(outcomes).toEqual(Array(20).fill({ status: 'fulfilled', value: 'right' }));
    expect(await countOf('right at once')).toBe(0);
  });
});

describe('limits that are switched off', () => {
  it('count nothing', async () => {
    const off = createAttempts({ redis, keys: redisKeys(corner.prefix), isOn: false });
    const counter = limit('off', 1);
    for (let i = 0; i < 3; i += 1) await off.take([counter]);
    expect(await off.guess([counter], async () => null)).toBeNull();
    expect(await countOf('off')).toBe(0);
  });
});

describe('a Redis that is away', () => {
  const openAway = () => {
    const gone = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'gone', logger: silent });
    gone.disconnect();
    return createAttempts({ redis: gone, keys: redisKeys(corner.prefix), isOn: true });
  };

  it('leaves the counting to the process', async () => {
    const open = openAway();
    const counter = limit('away', 2);
    expect(await open.isLeft([counter])).toBe(true);
    for (let i = 0; i < 3; i += 1) expect(await open.guess([counter], async () => 'right')).toBe('right');
    expect(await open.guess([counter], async () => null)).toBeNull();
    expect(await open.isLeft([counter])).toBe(false);
    await expect(open.take([counter])).rejects.toMatchObject({ status: 429 });
    expect(await open.isLeft([{ ...counter, subject: 'somebody else' }])).toBe(true);
  });

  it('lets no more guesses through at once than the limit', async () => {
    const open = openAway();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, () => open.guess([limit('storm', 10)], async () => null)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('forgets the oldest of more than ten thousand subjects, so that strangers cannot fill the memory', async () => {
    const open = openAway();
    const counter = limit('crowd', 1);
    for (let n = 0; n <= 10_000; n += 1) await open.take([{ ...counter, subject: `of ${n}` }]);
    expect(await open.isLeft([{ ...counter, subject: 'of 10000' }])).toBe(false);
    expect(await open.isLeft([{ ...counter, subject: 'of 0' }])).toBe(true);
  });
});

describe('a Redis that hangs', () => {
  it('leaves the counting to the process too', async () => {
    const folder = await makeTemporaryFolder('inlet-hanging-');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const server = await startRedisServer({ dir: folder });
    onTestFinished(() => server.stop());
    const hanging = openRedis({ role: 'client', url: server.url, name: 'hanging', logger: silent });
    onTestFinished(() => hanging.disconnect());
    await waitUntilConnected(hanging, 5_000);
    await hanging.client('PAUSE', 60_000);
    const open = createAttempts({ redis: hanging, keys: redisKeys(corner.prefix), isOn: true });
    const counter = limit('hanging', 1);
    expect([await open.isLeft([counter]), await open.isLeft([counter])]).toEqual([true, false]);
  });
});
