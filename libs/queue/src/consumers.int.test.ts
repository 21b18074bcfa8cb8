import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { Metrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import type { SubmissionBatch } from '@inlet/submissions/batch';
import { submissionBatchSchema } from '@inlet/submissions/batch';
import type { Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { FailedForGood, type JobContext } from '#consumers.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, idleHandlers, openTestQueue } from '#queue.test-setup.ts';

const job = 'store-submissions';
const logger = createLogger({ service: 'test', level: 'silent' });

/** A handler that records its jobs, and a promise of its first runs. */
function recordRuns() {
  const runs: { readonly payload: SubmissionBatch; readonly jobId: string }[] = [];
  const handler = async (payload: SubmissionBatch, { jobId }: { readonly jobId: string }) => {
    runs.push({ payload, jobId });
  };
  return { runs, handler, ran: (count: number) => waitUntil(() => runs.length >= count, { what: `${count} runs` }) };
}

async function failedJob(queue: Queue): Promise<Job> {
  const [failed] = await waitUntil(async () => {
    const jobs = await queue.getFailed();
    return jobs.length > 0 && jobs;
  });
  if (!failed) throw new Error('No job has failed');
  return failed;
}

async function outcomes({ registry }: Metrics): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('inlet_jobs_total')?.get();
  return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels.outcome, value]) ?? []);
}

async function isDrained(queue: Queue): Promise<boolean> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized', 'completed');
  return Object.values(counts).every((count) => count === 0);
}

describe('a job', () => {
  it('is delivered to its handler with its payload and its id', async () => {
    const { producer, consume } = await openTestQueue();
    const { runs, handler, ran } = recordRuns();
    const { metrics } = await consume(handler);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await ran(1);
    expect(runs).toEqual([{ payload: batchSaying('hello'), jobId: 'batch-a' }]);
    await vi.waitFor(async () => expect(await outcomes(metrics)).toEqual({ done: 1 }), { timeout: 60_000 });
  });

  it('runs once when it is added twice under one id while it waits', async () => {
    const { producer, consume, queue } = await openTestQueue();
    const { runs, handler, ran } = recordRuns();
    await producer.add(job, 'batch-a', batchSaying('first'));
    await producer.add(job, 'batch-a', batchSaying('again'));
    await producer.add(job, 'batch-b', batchSaying('last'));
    await consume(handler);
    await ran(2);
    await waitUntil(() => isDrained(queue));
    expect(runs.map(({ jobId }) => jobId).toSorted()).toEqual(['batch-a', 'batch-b']);
  });

  it('with a longest pause waits no longer, however often it has failed', async () => {
    const { producer, consume, redis, keys } = await openTestQueue();
    const key = `${keys.queues}:mail:news`;
    await producer.add('send-notification', 'news', { to: 'ada@example.test', subject: '', text: '', html: '' });
    await redis.hset(key, 'atm', 99);
    const fail = () => Promise.reject(new Error('The mail server is away'));
    await consume(async () => undefined, { handlers: { ...idleHandlers, 'send-notification': fail } });
    const pauseMs = await waitUntil(async () => Number(await redis.hget(key, 'delay')), { what: 'the pause' });
    expect(pauseMs).toBeGreaterThan(1_700_000);
    expect(pauseMs).toBeLessThanOrEqual(3_600_000);
  });

  it('runs twice when it is added under two ids: what a repeat does is for the handler to make harmless', async () => {
    const { producer, consume } = await openTestQueue();
    const { runs, handler, ran } = recordRuns();
    await consume(handler);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await producer.add(job, 'batch-b', batchSaying('hello'));
    await ran(2);
    expect(runs.map(({ payload }) => payload)).toEqual([batchSaying('hello'), batchSaying('hello')]);
  });

  it('leaves nothing of itself in Redis when it is done, and only keys under the hash tag', async () => {
    const { producer, consume, queue, keys, prefix } = await openTestQueue();
    const { handler, ran } = recordRuns();
    await consume(handler);
    const redis = new Redis(inject('redisUrl'));
    onTestFinished(() => redis.disconnect());
    await producer.add(job, 'batch-a', batchSaying('a text that nobody else writes'));
    await ran(1);
    await waitUntil(() => isDrained(queue));
    const left = await redis.keys(`*${prefix}*`);
    expect(left.filter((key) => !key.startsWith(`${keys.queues}:`))).toEqual([]);
    expect(left.filter((key) => key.includes('batch-a'))).toEqual([]);
    expect(await queue.getJob('batch-a')).toBeUndefined();
  });
});

describe('a payload that cannot be read', () => {
  it.each([
    ['of another shape', job, { rows: 'none' }, 'Unreadable: '],
    ['of a job that nobody knows', 'make-coffee', {}, 'Unreadable: there is no job called make-coffee'],
  ])('%s fails once and for good, and is kept with the reason', async (_, name, payload, reason) => {
    const { queue, consume } = await openTestQueue();
    const { runs, handler } = recordRuns();
    await consume(handler);
    await queue.add(name, payload, { jobId: 'unreadable', attempts: 5, backoff: 1 });
    const failed = await failedJob(queue);
    expect(failed).toMatchObject({ id: 'unreadable', name, data: payload, attemptsMade: 1 });
    expect(failed.failedReason).toContain(reason);
    expect(runs).toEqual([]);
  });
});

describe('a handler that throws', () => {
  it('gets the job for as many attempts as the catalogue has, and then the job is kept with the reason', async () => {
    const { producer, queue, consume } = await openTestQueue();
    const handler = vi.fn(() => Promise.reject(new Error('the table is gone')));
    const { metrics } = await consume(handler);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await waitUntil(async () => {
      // The pause may have ended meanwhile.
      for (const waiting of await queue.getDelayed()) await waiting.promote().catch(() => undefined);
      return (await queue.getFailedCount()) === 1;
    });
    const failed = await failedJob(queue);
    expect(failed).toMatchObject({ attemptsMade: 5, failedReason: 'the table is gone' });
    expect(submissionBatchSchema.parse(failed.data)).toEqual(batchSaying('hello'));
    expect(handler).toHaveBeenCalledTimes(5);
    expect(await outcomes(metrics)).toEqual({ failed: 5 });
  });

  it('is waited for twice as long after each failure, give or take, so that a short fault passes meanwhile', async () => {
    const { producer, queue, consume, redis } = await openTestQueue();
    await consume(() => Promise.reject(new Error('the table is gone')));
    await producer.add(job, 'batch-a', batchSaying('hello'));
    const pauses = async () => {
      // Each entry has the time at which the job is due again; its id has the time of the failure.
      const events = await redis.xrange(`${queue.keys.events}`, '-', '+');
      return events
        .filter(([, fields]) => fields[fields.indexOf('event') + 1] === 'delayed')
        .map(([id, fields]) => Number(fields[fields.indexOf('delay') + 1]) - Number.parseInt(id, 10));
    };
    await waitUntil(async () => (await pauses()).length > 2, { what: 'three failures' });
    for (const [index, pauseMs] of (await pauses()).entries()) {
      const longestMs = 500 * 2 ** index;
      expect(pauseMs).toBeGreaterThan(longestMs / 2 - 100);
      expect(pauseMs).toBeLessThanOrEqual(longestMs);
    }
  });
});

describe('a handler that gives up for good', () => {
  it('gets the job once, and the job is kept with the reason', async () => {
    const { queue, consume } = await openTestQueue();
    const handler = vi.fn(() => Promise.reject(new FailedForGood('no such address')));
    const { metrics } = await consume(handler);
    await queue.add(job, batchSaying('hello'), { jobId: 'batch-a', attempts: 5, backoff: 1 });
    expect(await failedJob(queue)).toMatchObject({ attemptsMade: 1, failedReason: 'no such address' });
    expect(handler).toHaveBeenCalledTimes(1);
    expect(await outcomes(metrics)).toEqual({ failed: 1 });
  });
});

describe('the queues', () => {
  it('are each told of when one of their jobs moves, so that one that passes does not hide one that does not', async () => {
    const { producer, consume } = await openTestQueue();
    const moved: string[] = [];
    await consume(async () => undefined, { onProgress: (queue) => moved.push(queue) });
    await producer.add('send-mail', 'a-mail', { to: 'ada@example.test', subject: '', text: '', html: '' });
    await waitUntil(() => moved.length === 2);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await waitUntil(() => moved.length === 4);
    expect(moved).toEqual(['mail', 'mail', 'submissions', 'submissions']);
  });
});

describe('while what the handlers need is away', () => {
  const away = new Error('connection refused');
  const isAway = (error: unknown) => error === away;

  it('a job waits without using up an attempt, and is done when it is back', async () => {
    const { queue, consume } = await openTestQueue();
    const { runs, handler, ran } = recordRuns();
    let isDatabaseUp = false;
    const { metrics } = await consume(
      async (payload, context) => {
        if (!isDatabaseUp) throw away;
        await handler(payload, context);
      },
      { isAway },
    );
    // With a single attempt, using it up would end the job.
    await queue.add(job, batchSaying('hello'), { jobId: 'batch-a', attempts: 1, removeOnComplete: true });
    await waitUntil(async () => (await outcomes(metrics)).postponed, { what: 'the job to be postponed' });
    expect((await queue.getJob('batch-a'))?.attemptsMade).toBe(0);
    isDatabaseUp = true;
    await ran(1);
    await waitUntil(() => isDrained(queue));
    expect(runs).toHaveLength(1);
    expect(await queue.getFailedCount()).toBe(0);
    expect(await outcomes(metrics)).toMatchObject({ done: 1 });
  });

  it('the queue pauses instead of asking again and again', async () => {
    const { producer, queue, consume } = await openTestQueue();
    const { metrics } = await consume(() => Promise.reject(away), { isAway });
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await waitUntil(async () => (await outcomes(metrics)).postponed, { what: 'the job to be postponed' });
    await waitUntil(async () => (await queue.getRateLimitTtl()) > 0);
    expect(await queue.getRateLimitTtl()).toBeLessThanOrEqual(1_000);
  });
});

describe('several lanes', () => {
  it('have a queue of submissions each; all other queues are consumed in lane 0', async () => {
    const { keys, prefix, redis, connect, consume } = await openTestQueue();
    const others = redisKeys(lanePrefix(prefix, 1));
    const lanes = [
      { number: 0, redis: await connect('consumer'), keys, logger },
      { number: 1, redis: await connect('consumer'), keys: others, logger },
    ];
    const taken = vi.fn();
    const note = async (_payload: unknown, { jobId, lane }: JobContext) => taken(jobId, lane);
    await consume(note, { lanes, handlers: { ...idleHandlers, 'store-submissions': note, 'check-form': note } });
    const producers = [keys, others].map((of) => openProducer(redis, of));
    onTestFinished(async () => void (await Promise.all(producers.map(({ close }) => close()))));
    for (const [lane, producer] of producers.entries()) {
      await producer.add('check-form', randomUUID(), { checkId: randomUUID() });
      await producer.add(job, `batch-${lane}`, batchSaying('hello'));
    }
    await waitUntil(() => taken.mock.calls.length === 3, { what: 'the jobs to be taken' });
    expect(taken.mock.calls.map(([, lane]) => lane).sort()).toEqual([0, 0, 1]);
    expect(taken).toHaveBeenCalledWith('batch-1', 1);
    expect(await redis.llen(`${others.queues}:form-checks:wait`)).toBe(1);
  });
});

describe('close', () => {
  it('waits for the job under way and takes no further one', async () => {
    const { producer, queue, consume } = await openTestQueue();
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const order: string[] = [];
    const { close } = await consume(
      async () => {
        begun.resolve();
        await mayEnd.promise;
        order.push('job done');
      },
      { concurrency: 1 },
    );
    await producer.add(job, 'batch-a', batchSaying('under way'));
    await producer.add(job, 'batch-b', batchSaying('next'));
    await begun.promise;
    const closed = close().then(() => order.push('closed'));
    setImmediate(mayEnd.resolve);
    await closed;
    expect(order).toEqual(['job done', 'closed']);
    expect(await queue.getJob('batch-a')).toBeUndefined();
    expect(await queue.getJobState('batch-b')).toBe('waiting');
  });
});
