import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '#consume.ts';
import { insertDead } from '#submissions/dead-submissions.store.ts';
import { replayDead } from '#submissions/replay-dead.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let redis: RedisConnection;
let producer: Producer;
let form: Form;

beforeAll(async () => {
  worker = await openTestWorker();
  consume(worker.deps);
  const { config, logger } = worker.deps;
  redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'test', logger });
  await waitUntilConnected(redis, 60_000);
  producer = openProducer(redis, worker.keys);
});
afterAll(async () => {
  await producer.close();
  redis.disconnect();
  await worker.close();
});
beforeEach(async () => {
  const { prisma } = worker.owner;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});
afterEach(() => query('delete from dead_submissions'));

async function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await worker.deps.pool.query<Row>(sql, [...values])).rows;
}
const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, ...overrides });
const poison = () => submission({ json: '{"a":"\0"}' });
const setAside = (submissions: readonly AcceptedSubmission[]) =>
  Promise.all(submissions.map((one) => insertDead(worker.deps.pool, one, 'refused by an older schema')));
const replay = (by: Pick<Producer, 'add'> = producer) => replayDead(worker.deps.pool, [by]);
const deadOnes = () =>
  query<{ id: string; reason: string; created_at: Date }>('select id, reason, created_at from dead_submissions');
const storedIds = async () =>
  (await query<{ id: string }>('select id from submissions where form_id = $1', [form.id])).map(({ id }) => id);
const idsOf = (batch: readonly { readonly id: string }[]) => batch.map(({ id }) => id).toSorted();

describe('replaying what was set aside', () => {
  it('has nothing to do where nothing was', async () => {
    expect(await replay()).toBe(0);
  });

  it('stores what the database takes by now, as it came, and forgets that it was dead', async () => {
    const batch = Array.from({ length: 45 }, (_, n) => submission({ json: `{"n":${n}}`, receivedAtMs: 1e12 + n }));
    await setAside(batch);
    expect(await replay()).toBe(45);
    await waitUntil(async () => (await storedIds()).length === 45, { what: 'the submissions to be stored' });
    expect((await storedIds()).toSorted()).toEqual(idsOf(batch));
    const [row] = await query('select data::text as data, created_at from submissions where id = $1', [batch[7]?.id]);
    expect(row).toEqual({ data: '{"n":7}', created_at: new Date(1e12 + 7) });
    expect(await deadOnes()).toEqual([]);
  });

  it('sets aside again, at a later time, what is refused again, and comes to an end', async () => {
    const [good, bad] = [submission(), poison()];
    await setAside([good, bad]);
    const [before] = await query<{ created_at: Date }>('select created_at from dead_submissions where id = $1', [
      bad.id,
    ]);
    expect(await replay()).toBe(2);
    await waitUntil(async () => (await storedIds()).includes(good.id));
    await waitUntil(async () => (await deadOnes()).length === 1, { what: 'the other one to be set aside again' });
    const [dead] = await deadOnes();
    expect(dead).toMatchObject({ id: bad.id, reason: expect.stringMatching(/invalid byte sequence/) });
    expect(dead?.created_at.getTime()).toBeGreaterThan(before?.created_at.getTime() ?? Number.POSITIVE_INFINITY);
  });

  it('keeps what was set aside again before it could be forgotten', async () => {
    const bad = poison();
    await setAside([bad]);
    // A worker that is faster than the replay: it has refused the job before the replay continues.
    const fast: Pick<Producer, 'add'> = {
      add: async (...job) => {
        await producer.add(...job);
        await waitUntil(async () => (await deadOnes())[0]?.reason.includes('invalid byte sequence'));
      },
    };
    expect(await replay(fast)).toBe(1);
    expect(await deadOnes()).toMatchObject([{ id: bad.id }]);
  });

  it('loses nothing when the queue cannot be reached', async () => {
    const batch = Array.from({ length: 45 }, () => submission());
    await setAside(batch);
    let calls = 0;
    const failing: Pick<Producer, 'add'> = {
      add: async (...job) => {
        calls += 1;
        if (calls > 1) throw new Error('Redis is away');
        await producer.add(...job);
      },
    };
    await expect(replay(failing)).rejects.toThrow('Redis is away');
    const sent = 45 - (await deadOnes()).length;
    expect(sent).toBeGreaterThan(0);
    await waitUntil(async () => (await storedIds()).length === sent);
    expect(idsOf([...(await deadOnes()), ...(await storedIds()).map((id) => ({ id }))])).toEqual(idsOf(batch));
    expect(await replay()).toBe(45 - sent);
    await waitUntil(async () => (await storedIds()).length === 45);
  });

  it('stores a submission once that is queued twice, because the first outcome was unknown', async () => {
    const one = submission();
    await setAside([one]);
    const doubtful: Pick<Producer, 'add'> = {
      add: async (...job) => {
        await producer.add(...job);
        throw new Error('Command timed out');
      },
    };
    await expect(replay(doubtful)).rejects.toThrow('Command timed out');
    expect(await replay()).toBe(1);
    await waitUntil(async () => (await deadOnes()).length === 0);
    await producer.add('store-submissions', 'last', packBatch([submission()]));
    await waitUntil(async () => (await storedIds()).length === 2);
    const [total] = await query('select submission_count from form_totals where form_id = $1', [form.id]);
    expect(total).toEqual({ submission_count: 2 });
  });
});
