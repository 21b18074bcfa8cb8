import { waitUntil } from '@inlet/local-servers/wait-until';
import { UnrecoverableError } from 'bullmq';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BacklogView, unreadable, viewBacklog } from '#backlog.ts';
import { batchSaying, openTestQueue, type TestQueue } from '#queue.test-setup.ts';

const job = 'store-submissions';

let tested: TestQueue;
let view: BacklogView;
beforeEach(async () => {
  tested = await openTestQueue();
  view = viewBacklog(tested.redis, tested.keys, 'submissions');
});

const add = (jobId: string) => tested.producer.add(job, jobId, batchSaying(jobId));
const untilFailed = (count: number) =>
  waitUntil(async () => (await tested.queue.getFailedCount()) === count, { what: `${count} failed jobs` });

/** Adds jobs to the set of permanently failed jobs. */
async function fail(reasons: Readonly<Record<string, string>>): Promise<void> {
  const consumers = await tested.consume(async (_payload, { jobId }) => {
    throw new UnrecoverableError(reasons[jobId] ?? 'unknown');
  });
  for (const jobId of Object.keys(reasons)) await add(jobId);
  await untilFailed(Object.keys(reasons).length);
  await consumers.close();
}

describe('the view of a queue', () => {
  it('shows nothing where nothing is', async () => {
    expect(await view.look()).toEqual({ waiting: 0, failed: 0, oldestSeconds: 0 });
  });

  it('shows what waits, what failed, and the age of what waits longest', async () => {
    await fail({ bad: 'refused' });
    const now = Date.now();
    await tested.queue.add(job, batchSaying('old'), { jobId: 'old', timestamp: now - 60_000 });
    await tested.queue.add(job, batchSaying('new'), { jobId: 'new', timestamp: now - 10_000 });
    const { waiting, failed, oldestSeconds } = await view.look();
    expect([waiting, failed]).toEqual([2, 1]);
    expect(oldestSeconds).toBeGreaterThanOrEqual(60);
    expect(oldestSeconds).toBeLessThanOrEqual(60 + (Date.now() - now) / 1_000);
  });

  it('shows no age below zero where clocks differ', async () => {
    await tested.queue.add(job, batchSaying('early'), { jobId: 'early', timestamp: Date.now() + 60_000 });
    expect((await view.look()).oldestSeconds).toBe(0);
  });
});

describe('sending failed jobs again', () => {
  it('gives them all their attempts anew, and lets them complete', async () => {
    const failing = await tested.consume(async () => {
      throw new Error('away for good');
    });
    await tested.queue.add(job, batchSaying('x'), { jobId: 'exhausted', attempts: 1 });
    await untilFailed(1);
    await failing.close();

    expect(await view.retryFailed()).toBe(1);
    expect(await tested.queue.getJob('exhausted')).toMatchObject({ attemptsMade: 0, attemptsStarted: 0 });
    const done: string[] = [];
    await tested.consume(async (_payload, { jobId }) => void done.push(jobId));
    await waitUntil(() => done.length === 1);
    expect(done).toEqual(['exhausted']);
  });

  it('sends one again that its workers died of too often', async () => {
    await fail({ 'batch-a': 'job stalled more than allowable limit' });
    expect(await view.retryFailed()).toBe(1);
    expect(await tested.queue.getWaitingCount()).toBe(1);
  });

  it('leaves alone what no further run can help', async () => {
    await fail({ bad: `${unreadable}no such thing`, good: 'deadlock' });
    expect(await view.retryFailed()).toBe(1);
    expect(await view.retryFailed()).toBe(0);
    expect((await tested.queue.getFailed()).map(({ id }) => id)).toEqual(['bad']);
  });

  it('reaches jobs behind any number of jobs that stay', async () => {
    const names = Array.from({ length: 110 }, (_, n) => `job-${n}`);
    const stays = (n: number) => n % 11 !== 0;
    await fail(
      Object.fromEntries(names.map((name, n) => [name, stays(n) ? `${unreadable}no such thing` : 'deadlock'])),
    );
    expect(await view.retryFailed()).toBe(10);
    expect(await tested.queue.getFailedCount()).toBe(100);
  });

  it('sends each once when two processes do it at the same moment', async () => {
    await fail(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`job-${n}`, 'deadlock'])));
    const other = viewBacklog(tested.redis, tested.keys, 'submissions');
    const [first, second] = await Promise.all([view.retryFailed(), other.retryFailed()]);
    expect(first + second).toBe(10);
    expect(await tested.queue.getJobCounts('wait', 'failed')).toEqual({ wait: 10, failed: 0 });
  });
});
