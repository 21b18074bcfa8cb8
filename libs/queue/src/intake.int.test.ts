import { randomUUID } from 'node:crypto';
import type { QuotaRequest } from '@inlet/redis/quota';
import { openQuota } from '@inlet/redis/quota';
import { describe, expect, it, vi } from 'vitest';
import { type KeyClaim, openIntake } from '#intake.ts';
import { jobs } from '#jobs.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, openTestQueue } from '#queue.test-setup.ts';

const month = '2026-11';
const twoMonthsSeconds = 62 * 86_400;

async function open() {
  const { redis, keys, queue, producer, consume, connect } = await openTestQueue();
  const intake = openIntake(redis, keys, producer);
  const quota = openQuota(redis, keys);
  const userId = randomUUID();
  const key = keys.usage(userId, month);
  const request = (wanted: number, limit = 1_000, overrides: Partial<QuotaRequest> = {}) => ({
    userId,
    month,
    wanted,
    limit,
    ...overrides,
  });
  const admit = async (...requests: QuotaRequest[]) =>
    (await intake.admit(requests, [], randomUUID(), batchSaying('hello'))).room;
  const claim = async (...claims: KeyClaim[]) =>
    (await intake.admit([], claims, randomUUID(), batchSaying('hello'))).reused;
  return {
    redis,
    keys,
    queue,
    consume,
    connect,
    intake,
    quota,
    userId,
    key,
    request,
    admit,
    claim,
    used: () => redis.get(key),
    queued: () => queue.getWaitingCount(),
    /** Jobs of which Redis holds anything, queued or not. */
    kept: async () => (await redis.keys(`${keys.queues}:submissions:????????-*`)).length,
  };
}

describe('admitting a batch', () => {
  it('queues and counts it where all of it fits', async () => {
    const { quota, userId, request, admit, used, queued } = await open();
    await quota.load(userId, month, 990);
    expect(await admit(request(7))).toEqual([7]);
    expect(await admit(request(3))).toEqual([3]);
    expect(await used()).toBe('1000');
    expect(await queued()).toBe(2);
  });

  it('does nothing where not all of it fits, and says what would', async () => {
    const { quota, userId, request, admit, used, queued, kept } = await open();
    await quota.load(userId, month, 990);
    expect(await admit(request(11))).toEqual([10]);
    expect(await admit(request(1, 990))).toEqual([0]);
    expect(await admit(request(1, 50))).toEqual([0]);
    expect(await used()).toBe('990');
    expect([await queued(), await kept()]).toEqual([0, 0]);
  });

  it('judges many accounts in one step, each by its own limit and month, and counts none where one has no room', async () => {
    const { redis, keys, quota, request, admit, queued } = await open();
    const [a, b] = [randomUUID(), randomUUID()];
    await Promise.all([quota.load(a, month, 0), quota.load(a, '2026-12', 9), quota.load(b, month, 4)]);
    const counts = () => redis.mget(keys.usage(a, month), keys.usage(b, month), keys.usage(a, '2026-12'));
    const [first, december] = [request(3, 5, { userId: a }), request(1, 10, { userId: a, month: '2026-12' })];
    expect(await admit(first, request(3, 5, { userId: b }), december)).toEqual([3, 1, 1]);
    expect(await counts()).toEqual(['0', '4', '9']);
    expect(await queued()).toBe(0);
    expect(await admit(first, request(1, 5, { userId: b }), december)).toEqual([3, 1, 1]);
    expect(await counts()).toEqual(['3', '5', '10']);
    expect(await queued()).toBe(1);
  });

  it('queues what nobody has to be asked for', async () => {
    const { admit, queued } = await open();
    expect(await admit()).toEqual([]);
    expect(await queued()).toBe(1);
  });

  it('does not know an absent count, unless everybody of the month is known', async () => {
    const { redis, keys, request, admit, used, queued } = await open();
    expect(await admit(request(1))).toEqual([null]);
    expect(await used()).toBeNull();
    expect(await queued()).toBe(0);
    await redis.set(keys.usageComplete(month), '1');
    expect(await admit(request(2))).toEqual([2]);
    expect(await used()).toBe('2');
  });

  it('takes what stands in the place of a count, and is none, for an unknown one', async () => {
    const { redis, keys, key, quota, userId, request, admit, used } = await open();
    await redis.set(keys.usageComplete(month), '1');
    await redis.set(key, 'unknown');
    expect(await admit(request(1))).toEqual([null]);
    await quota.load(userId, month, 41);
    expect(await admit(request(1))).toEqual([1]);
    expect(await used()).toBe('42');
  });

  it('keeps a count for two months from the first submission, and not longer with each further one', async () => {
    const { redis, keys, key, request, admit } = await open();
    await redis.set(keys.usageComplete(month), '1');
    await admit(request(1));
    expect(await redis.ttl(key)).toBeGreaterThan(twoMonthsSeconds - 60);
    await redis.expire(key, 1_000);
    await admit(request(1));
    expect(await redis.ttl(key)).toBeLessThanOrEqual(1_000);
  });

  it('is exact from ten connections at once, of which each job that is queued is counted', async () => {
    const { keys, connect, quota, userId, request, used, queued } = await open();
    await quota.load(userId, month, 0);
    const intakes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const redis = await connect('client');
        return openIntake(redis, keys, openProducer(redis, keys));
      }),
    );
    const admitted = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const wanted = 1 + (index % 7);
        const answer = await intakes[index % 10]?.admit([request(wanted)], [], randomUUID(), batchSaying('hello'));
        return answer?.room[0] === wanted ? wanted : 0;
      }),
    );
    const sum = admitted.reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThan(1_000 - 7);
    expect(await used()).toBe(String(sum));
    expect(await queued()).toBe(admitted.filter((count) => count > 0).length);
  });

  it('adds the same job that the producer adds', async () => {
    const { redis, keys, queue, admit, request, quota, userId } = await open();
    await quota.load(userId, month, 0);
    const producer = openProducer(redis, keys);
    await producer.add('store-submissions', 'added', batchSaying('hello'));
    await admit(request(1));
    const found = (await queue.getWaiting()).map((job) => job.asJSON());
    const [admitted, added] = found.map(({ id, timestamp, opts: { jobId, ...opts }, ...rest }) => ({ ...rest, opts }));
    expect(admitted).toEqual(added);
    expect(added?.opts).toMatchObject({ attempts: jobs['store-submissions'].attempts, removeOnComplete: true });
    await producer.close();
  });

  it('wakes a consumer that waits', async () => {
    const { admit, consume } = await open();
    const done = new Promise<unknown>((resolve) => void consume(async (batch) => resolve(batch)));
    await admit();
    expect(await done).toMatchObject(batchSaying('hello'));
  });

  it('keeps large batches byte for byte, though each is written where the one before it was', async () => {
    const { redis, keys, producer } = await openTestQueue();
    const intake = openIntake(redis, keys, producer);
    const messages = ['é', '日', 'a'].map((character) => `${character}"`.repeat(200_000));
    for (const message of messages) await intake.admit([], [], message.slice(0, 1), batchSaying(message));
    const texts = messages.map((message) => redis.hget(`${keys.queues}:submissions:${message.slice(0, 1)}`, 'data'));
    const found = (await Promise.all(texts)).map((text) => JSON.parse(text ?? '').rows[0][4]);
    expect(found).toEqual(messages.map((message) => JSON.stringify({ message })));
  });

  it('leaves bytes alone of which nobody knows whether Redis has them', async () => {
    const { redis, keys, producer } = await openTestQueue();
    const used: ArrayBufferLike[] = [];
    const intake = openIntake(redis, keys, {
      prepare: async (...job) => {
        const prepared = await producer.prepare(...job);
        used.push(prepared.data.buffer);
        return prepared;
      },
    });
    const admit = () => intake.admit([], [], randomUUID(), batchSaying('hello'));
    await admit();
    await admit();
    redis.disconnect(true);
    await expect(admit()).rejects.toThrow();
    await vi.waitFor(admit);
    const [first, second, unknown, next] = used;
    expect(second).toBe(first);
    expect(unknown).toBe(first);
    expect(next).not.toBe(first);
  });

  it('goes on when Redis has forgotten the scripts', async () => {
    const { redis, quota, userId, request, admit, used, queued, kept } = await open();
    await quota.load(userId, month, 0);
    await admit(request(1));
    await redis.script('FLUSH');
    expect(await admit(request(1))).toEqual([1]);
    expect([await used(), await queued(), await kept()]).toEqual(['2', 2, 2]);
  });
});

describe('an idempotency key', () => {
  const [first, other] = [
    { name: 'form key', digest: 'first' },
    { name: 'form key', digest: 'other' },
  ];

  it('stands for the payload that it first came with, for a day', async () => {
    const { redis, keys, claim, queued } = await open();
    expect(await claim(first)).toEqual([]);
    expect(await claim(first)).toEqual([]);
    expect(await claim({ name: 'another key', digest: 'other' }, other)).toEqual([1]);
    expect(await queued()).toBe(2);
    expect(await redis.exists(keys.idempotency('another key'))).toBe(0);
    const seconds = await redis.ttl(keys.idempotency('form key'));
    expect(seconds).toBeGreaterThan(86_400 - 60);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });

  it('stands for the first of two payloads of one batch', async () => {
    const { claim, queued } = await open();
    expect(await claim(first, other, first)).toEqual([1]);
    expect(await queued()).toBe(0);
  });

  it('is free again for what did not fit into its month', async () => {
    const { intake, quota, userId, request, redis, keys } = await open();
    await quota.load(userId, month, 1_000);
    const answer = await intake.admit([request(1)], [first], randomUUID(), batchSaying('hello'));
    expect(answer).toEqual({ room: [0], reused: [] });
    expect(await redis.exists(keys.idempotency('form key'))).toBe(0);
  });
});

describe('a look', () => {
  it('says what fits, and neither counts nor queues', async () => {
    const { intake, quota, userId, request, used, queued } = await open();
    await quota.load(userId, month, 990);
    const stranger = request(1, 1_000, { userId: randomUUID() });
    expect(await intake.look([request(5), stranger])).toEqual([5, null]);
    expect(await intake.look([request(11)])).toEqual([10]);
    expect(await intake.look([])).toEqual([]);
    expect(await used()).toBe('990');
    expect(await queued()).toBe(0);
  });
});
