import { randomUUID } from 'node:crypto';
import type { Amounts, CounterName } from '@inlet/contracts/quotas';
import type { KeyClaim } from '@inlet/submissions/key-claim';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { describe, expect, it } from 'vitest';
import { Intake, type QuotaRequest } from '#intake.ts';
import { jobs } from '#jobs.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, openTestQueue } from '#queue.test-setup.ts';

const month = '2026-11';

/** One payload is an argument of the script, and the other is sent beside it. */
const payloads = [
  ['small', 'hello'],
  ['large', 'hello'.repeat(2_000)],
] as const;

async function open(message: string = 'hello') {
  const { redis, keys, queue, producer, consume, connect } = await openTestQueue();
  const intake = new Intake(redis, keys, producer);
  const userId = randomUUID();
  const request = (submissions: number, bytes = 10, others: Partial<QuotaRequest> = {}): QuotaRequest => ({
    userId,
    month,
    wanted: { submissions, bytes },
    limits: { submissions: 10, bytes: 100 },
    ...others,
  });
  const admit = async (...requests: QuotaRequest[]) =>
    (await intake.admit({ id: randomUUID(), requests, claims: [], batch: batchSaying(message) })).capacities;
  const claim = async (...claims: KeyClaim[]) =>
    (await intake.admit({ id: randomUUID(), requests: [], claims, batch: batchSaying('hello') })).reused;
  return {
    redis,
    keys,
    queue,
    consume,
    connect,
    intake,
    userId,
    request,
    admit,
    claim,
    make: (used: Partial<Amounts> = {}, owner: CounterName = { userId, month }) =>
      makeCounter(redis, keys, owner, used),
    used: (owner = { userId, month }) => usedOf(redis, keys, owner),
    queued: () => queue.getWaitingCount(),
    /** The number of jobs that Redis holds any data of, queued or not. */
    kept: async () => (await redis.keys(`${keys.queues}:submissions:????????-*`)).length,
  };
}

const capacity = (submissions: number, bytes: number) => ({ fits: { submissions, bytes }, isCounted: true });
const uncounted = { fits: { submissions: 0, bytes: 0 }, isCounted: false };

describe('admitting a batch', () => {
  it('queues it and counts its submissions and bytes if everything fits', async () => {
    const { make, request, admit, used, queued } = await open();
    await make();
    expect(await admit(request(7, 60))).toEqual([capacity(7, 60)]);
    expect(await admit(request(3, 40))).toEqual([capacity(3, 40)]);
    expect(await used()).toEqual({ submissions: 10, bytes: 100 });
    expect(await queued()).toBe(2);
  });

  it.each(payloads)('does nothing with a %s one if it does not fit, and returns what would', async (_, message) => {
    const { make, request, admit, used, queued, kept } = await open(message);
    await make();
    expect(await admit(request(11, 90))).toEqual([capacity(10, 90)]);
    expect(await admit(request(1, 101))).toEqual([capacity(1, 100)]);
    expect(await used()).toEqual({ submissions: 0, bytes: 0 });
    expect([await queued(), await kept()]).toEqual([0, 0]);
  });

  it('has no room where more is used than a smaller plan allows', async () => {
    const { make, request, admit, queued } = await open();
    await make({ submissions: 50, bytes: 20 });
    expect(await admit(request(1, 90))).toEqual([capacity(0, 80)]);
    expect(await queued()).toBe(0);
  });

  it('counts only the bytes of spam', async () => {
    const { make, request, admit, used, queued } = await open();
    await make({ submissions: 10 });
    expect(await admit(request(0, 40))).toEqual([capacity(0, 40)]);
    expect([await used(), await queued()]).toEqual([{ submissions: 10, bytes: 40 }, 1]);
  });

  it('judges many accounts in one step, each by its own counter and limit, and counts none where one has no room', async () => {
    const { make, request, admit, used, queued } = await open();
    const [a, b] = [randomUUID(), randomUUID()];
    const owners = [
      { userId: a, month },
      { userId: b, month },
      { userId: a, month: '2026-12' },
    ] as const;
    for (const owner of owners) await make({}, owner);
    const usedOfAll = async () => (await Promise.all(owners.map(used))).map(({ submissions }) => submissions);
    const limits = [5, 1, 1].map((submissions) => ({ submissions, bytes: 100 }));
    const wants = (counts: number[]) =>
      counts.map((count, index) =>
        request(count, 10, { ...owners[index], ...(limits[index] && { limits: limits[index] }) }),
      );
    expect((await admit(...wants([3, 3, 1]))).map(({ fits }) => fits.submissions)).toEqual([3, 1, 1]);
    expect([await usedOfAll(), await queued()]).toEqual([[0, 0, 0], 0]);
    expect((await admit(...wants([3, 1, 1]))).map(({ fits }) => fits.submissions)).toEqual([3, 1, 1]);
    expect([await usedOfAll(), await queued()]).toEqual([[3, 1, 1], 1]);
  });

  it('knows nothing of a month without a counter, and refuses nothing', async () => {
    const { request, admit, used, queued, redis, keys, userId } = await open();
    expect(await admit(request(1))).toEqual([uncounted]);
    expect(await queued()).toBe(0);
    expect(await used()).toEqual({ submissions: 0, bytes: 0 });
    expect(await redis.exists(keys.counter(userId, month))).toBe(0);
  });

  it('begins a month at zero that began after Redis counts, and keeps it until forty days after its end', async () => {
    const { request, admit, used, queued, redis, keys, userId } = await open();
    const begins = Date.UTC(2026, 10, 1) / 1_000;
    await redis.set(keys.countersSince, begins);
    expect(await admit(request(1))).toEqual([uncounted]);
    await redis.set(keys.countersSince, begins - 1);
    expect(await admit(request(4), request(1, 10, { month: '2026-10' }))).toEqual([capacity(4, 10), uncounted]);
    expect(await admit(request(4))).toEqual([capacity(4, 10)]);
    expect([await used(), await queued()]).toEqual([{ submissions: 4, bytes: 10 }, 1]);
    const expiresAt = await redis.expiretime(keys.counter(userId, month));
    expect(expiresAt).toBe(Date.UTC(2026, 11, 41) / 1_000);
  });

  it('knows nothing of a month while its counter is paused, and counts it again after the pause', async () => {
    const { make, request, admit, used, queued, redis, keys, userId } = await open();
    const key = keys.counter(userId, month);
    const nowMs = async () => Number((await redis.time())[0]) * 1_000;
    await make({ submissions: 2 });
    await redis.hset(key, 'paused', (await nowMs()) + 3_600_000);
    expect(await admit(request(1))).toEqual([uncounted]);
    expect([await redis.hget(key, 'submissions'), await queued()]).toEqual(['2', 0]);
    await redis.hset(key, 'paused', (await nowMs()) - 1);
    expect(await admit(request(1))).toEqual([capacity(1, 10)]);
    expect([await used(), await queued()]).toEqual([{ submissions: 3, bytes: 10 }, 1]);
  });

  it('does not begin a month at zero whose account has moved away', async () => {
    const { request, admit, queued, redis, keys, userId } = await open();
    await redis.set(keys.countersSince, 0);
    await redis.hset(keys.counter(userId, month), 'paused', Date.now() + 3_600_000);
    expect(await admit(request(1))).toEqual([uncounted]);
    expect(await queued()).toBe(0);
  });

  it('queues a batch that needs no quota', async () => {
    const { admit, queued } = await open();
    expect(await admit()).toEqual([]);
    expect(await queued()).toBe(1);
  });

  it('is exact from ten connections at once, of which each job that is queued is counted', async () => {
    const { keys, connect, make, request, used, queued } = await open();
    await make();
    const limits = { submissions: 1_000, bytes: 1_000_000 };
    const intakes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const redis = await connect('client');
        return new Intake(redis, keys, openProducer(redis, keys));
      }),
    );
    const admitted = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const wanted = 1 + (index % 7);
        const answer = await intakes[index % 10]?.admit({
          id: randomUUID(),
          requests: [request(wanted, 10, { limits })],
          claims: [],
          batch: batchSaying('hello'),
        });
        return answer?.isQueued ? wanted : 0;
      }),
    );
    const sum = admitted.reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThan(1_000 - 7);
    expect((await used()).submissions).toBe(sum);
    expect(await queued()).toBe(admitted.filter((count) => count > 0).length);
  });

  it.each(payloads)('adds the same job that the producer adds: %s', async (_, message) => {
    const { redis, keys, queue, admit, request, make } = await open(message);
    await make();
    const producer = openProducer(redis, keys);
    await producer.add('store-submissions', 'added', batchSaying(message));
    await admit(request(1));
    const found = (await queue.getWaiting()).map((job) => job.asJSON());
    const [admitted, added] = found.map(({ id, timestamp, opts: { jobId, ...opts }, ...rest }) => ({ ...rest, opts }));
    expect(admitted).toEqual(added);
    expect(added?.opts).toMatchObject({ attempts: jobs['store-submissions'].attempts, removeOnComplete: true });
    await producer.close();
  });

  it.each(payloads)('wakes a consumer that waits: %s', async (_, message) => {
    const { admit, consume } = await open(message);
    const done = new Promise<unknown>((resolve) => void consume(async (batch) => resolve(batch)));
    await admit();
    expect(await done).toMatchObject(batchSaying(message));
  });

  it('keeps large batches byte for byte, though each is written where the one before it was', async () => {
    const { redis, keys, producer } = await openTestQueue();
    const intake = new Intake(redis, keys, producer);
    const messages = ['é', '日', 'a'].map((character) => `${character}"`.repeat(200_000));
    for (const message of messages)
      await intake.admit({ id: message.slice(0, 1), requests: [], claims: [], batch: batchSaying(message) });
    const texts = messages.map((message) => redis.hget(`${keys.queues}:submissions:${message.slice(0, 1)}`, 'data'));
    const found = (await Promise.all(texts)).map((text) => JSON.parse(text ?? '').rows[0][5]);
    expect(found).toEqual(messages.map((message) => JSON.stringify({ message })));
  });

  it.each(payloads)('goes on when Redis has forgotten the scripts: %s', async (_, message) => {
    const { redis, make, request, admit, used, queued, kept } = await open(message);
    await make();
    await admit(request(1));
    await redis.script('FLUSH');
    expect(await admit(request(1))).toEqual([capacity(1, 10)]);
    expect([await used(), await queued(), await kept()]).toEqual([{ submissions: 2, bytes: 20 }, 2, 2]);
  });
});

describe('an idempotency key', () => {
  const [first, other] = [
    { name: 'form key', digest: 'first' },
    { name: 'form key', digest: 'other' },
  ];

  it('belongs to its first payload for a day', async () => {
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

  it('belongs to the first of two payloads of one batch', async () => {
    const { claim, queued } = await open();
    expect(await claim(first, other, first)).toEqual([1]);
    expect(await queued()).toBe(0);
  });

  it('is free again for what did not fit into its month', async () => {
    const { intake, make, request, redis, keys } = await open();
    await make({ submissions: 10 });
    const batch = { id: randomUUID(), requests: [request(1)], claims: [first], batch: batchSaying('hello') };
    expect(await intake.admit(batch)).toEqual({ isQueued: false, capacities: [capacity(0, 10)], reused: [] });
    expect(await redis.exists(keys.idempotency('form key'))).toBe(0);
  });
});

describe('a form with a number', () => {
  async function openForm(limit = 3) {
    const opened = await open();
    const form = { formId: randomUUID(), version: 1 };
    const key = opened.keys.formCounter(form.formId, form.version);
    const send = (submissions: number, claims: KeyClaim[] = []) =>
      opened.intake.admit({
        id: randomUUID(),
        requests: [opened.request(submissions)],
        forms: [{ ...form, wanted: { submissions, bytes: 0 }, limits: { submissions: limit, bytes: 0 } }],
        claims,
        batch: batchSaying('hello'),
      });
    const taken = async () => Number(await opened.redis.hget(key, 'submissions'));
    return { ...opened, form, key, send, taken };
  }

  it('is counted beside the month, and takes no more than its number', async () => {
    const { make, form, send, taken, used, queued } = await openForm();
    await make();
    await make({}, form);
    expect(await send(2)).toMatchObject({ isQueued: true, capacities: [capacity(2, 10)], forms: [capacity(2, 0)] });
    expect(await send(2)).toMatchObject({ isQueued: false, forms: [capacity(1, 0)] });
    expect([await taken(), (await used()).submissions, await queued()]).toEqual([2, 2, 1]);
    expect(await send(1)).toMatchObject({ isQueued: true });
    expect(await send(1)).toMatchObject({ isQueued: false, capacities: [capacity(1, 10)], forms: [capacity(0, 0)] });
    expect([await taken(), (await used()).submissions]).toEqual([3, 3]);
  });

  it('takes nothing while its counter is missing, even where months would begin at zero', async () => {
    const { make, redis, keys, key, send, queued } = await openForm();
    await make();
    await redis.set(keys.countersSince, 0);
    expect(await send(1)).toMatchObject({ isQueued: false, forms: [uncounted] });
    expect([await redis.exists(key), await queued()]).toEqual([0, 0]);
  });

  it('does not count a repeat of a queued submission again', async () => {
    const { make, form, send, taken, queued } = await openForm();
    await make();
    await make({}, form);
    const claims = [{ name: 'key', digest: 'payload' }];
    expect(await send(1, claims)).toMatchObject({ isQueued: true, repeated: [] });
    expect(await send(1, claims)).toMatchObject({ isQueued: false, repeated: [0], reused: [] });
    expect(await send(1, [{ name: 'key', digest: 'other' }])).toMatchObject({ repeated: [], reused: [0] });
    expect([await taken(), await queued()]).toEqual([1, 1]);
  });

  it('expires with its counter some weeks after it was counted', async () => {
    const { make, form, redis, key } = await openForm();
    await make({}, form);
    expect(await redis.ttl(key)).toBeGreaterThan(39 * 86_400);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(40 * 86_400);
  });
});
