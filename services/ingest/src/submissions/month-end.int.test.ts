import { randomUUID } from 'node:crypto';
import type { Candidate } from '@inlet/endpoint/candidate';
import { createLogger } from '@inlet/process/logger';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { createTestRedis } from '@inlet/testing/test-redis';
import { expect, it, onTestFinished } from 'vitest';
import type { AskCounters } from '#quota/ask-counters.ts';
import { createCountAgain } from '#quota/count-again.ts';
import { createBatcher } from '#submissions/batcher.ts';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';
import { QueueBatch } from '#submissions/queue-batch.ts';
import { countedWithinMs, StoreSubmission } from '#submissions/store-submission.ts';

const endOfNovember = Date.UTC(2026, 11, 1);

/** Ingest between the request and the queue, on a real Redis; two instances, like two processes. */
async function open() {
  const server = await createTestRedis();
  onTestFinished(server.close);
  const keys = redisKeys(server.prefix);
  const logger = createLogger({ service: 'test', level: 'silent' });
  /** Months that account was asked to count. */
  const made: string[] = [];
  async function openOne() {
    const redis = openRedis({ role: 'client', url: server.url, name: 'test', logger });
    onTestFinished(() => redis.disconnect());
    await waitUntilConnected(redis, 60_000);
    const producer = openProducer(redis, keys);
    onTestFinished(producer.close);
    const queueBatch = new QueueBatch({ paths: new Intake(redis, keys, producer) });
    const batcher = createBatcher((batch) => queueBatch.queue(batch));
    const counters: AskCounters = {
      make: async (name) => {
        if ('formId' in name) return false;
        made.push(name.month);
        await makeCounter(redis, keys, name);
        return true;
      },
      compare: async () => false,
    };
    const account = { isStored: async () => false };
    return {
      redis,
      store: new StoreSubmission({
        chooseLane: () => ({ batcher, exactBatcher: batcher }),
        counters,
        countAgain: createCountAgain({ counters }),
        account,
        countedWithinMs,
        canUpgrade: true,
      }),
    };
  }
  const [first, second] = await Promise.all([openOne(), openOne()]);
  async function queued() {
    const queue = `${keys.queues}:submissions`;
    const jobs = await first.redis.lrange(`${queue}:wait`, 0, -1);
    const texts = await Promise.all(jobs.map((id) => first.redis.hget(`${queue}:${id}`, 'data')));
    const batches = texts.map((text) => unpackBatch(submissionBatchSchema.parse(JSON.parse(text ?? ''))));
    return batches
      .flat()
      .map(({ id, receivedAtMs }) => ({ id, month: new Date(receivedAtMs).toISOString().slice(0, 7) }));
  }

  return { keys, made, redis: first.redis, stores: [first.store, second.store] as const, queued };
}

it('counts each submission in the month in which it came, exactly, while one month turns into the next', async () => {
  const { keys, made, redis, stores, queued } = await open();
  // Redis has been counting since a time in November.
  await redis.set(keys.countersSince, endOfNovember / 1_000 - 1);
  const [userId, formId] = [randomUUID(), randomUUID()];
  const submissions = Array.from({ length: 600 }, (_, n): Candidate => {
    // The clocks of two processes differ, so the months are mixed around midnight.
    const receivedAtMs = endOfNovember - 300 + n + (n % 2 === 0 ? 100 : -100);
    return buildCandidate({ formId, userId, receivedAtMs }, { limits: { submissions: 100, bytes: 1_000_000 } });
  });
  const results = await Promise.allSettled(submissions.map((one, n) => stores[n % 2 === 0 ? 0 : 1].store(one)));

  const stored = await queued();
  const taken = submissions.filter((_, n) => results[n]?.status === 'fulfilled').map(({ submission }) => submission.id);
  expect(taken.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  expect(stored.filter(({ month }) => month === '2026-11')).toHaveLength(100);
  expect(stored.filter(({ month }) => month === '2026-12')).toHaveLength(100);
  const spent = await Promise.all(['2026-11', '2026-12'].map((month) => usedOf(redis, keys, { userId, month })));
  expect(spent.map(({ submissions }) => submissions)).toEqual([100, 100]);
  // Account need not be available at midnight.
  expect(new Set(made)).toEqual(new Set(['2026-11']));
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'submission_limit_reached' });
  }
});
