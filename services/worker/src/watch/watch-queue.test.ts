import type { Backlog } from '@inlet/queue/backlog';
import { createProgress } from '@inlet/queue/progress';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchQueue } from '#watch/watch-queue.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const patienceMs = 180_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** A watch over a queue of which the test says how it looks. */
function watch(first: Partial<Backlog> = {}) {
  const empty: Backlog = { waiting: 0, failed: 0, oldestSeconds: 0 };
  const queue = { now: { ...empty, ...first } as Backlog | 'away' };
  const look = vi.fn(async () => {
    if (queue.now === 'away') throw new Error('Redis is away');
    return queue.now;
  });
  const retryFailed = vi.fn(async () => 0);
  const forgetLost = vi.fn(async () => 0);
  const progress = createProgress({ patienceMs, now: () => Date.now() });
  const metrics = createMetrics('test');
  const { close } = watchQueue({ view: { look, retryFailed }, quota: { forgetLost }, progress, logger, metrics });
  onTestFinished(close);
  const gauge = async (name: string) => {
    const found = await metrics.registry.getSingleMetric(`inlet_queue_${name}`)?.get();
    return found?.values[0]?.value;
  };
  const gauges = async () => [await gauge('waiting_jobs'), await gauge('failed_jobs'), await gauge('oldest_seconds')];
  const see = (now: Partial<Backlog> | 'away') => {
    queue.now = now === 'away' ? now : { ...empty, ...now };
  };
  return { look, retryFailed, progress, close, gauges, see, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('the watch over the queue', () => {
  it('measures at once, and every five seconds from then on', async () => {
    const { gauges, see, pass } = watch({ waiting: 3, failed: 2, oldestSeconds: 9 });
    await pass(0);
    expect(await gauges()).toEqual([3, 2, 9]);
    see({ waiting: 7 });
    await pass(4_999);
    expect(await gauges()).toEqual([3, 2, 9]);
    await pass(1);
    expect(await gauges()).toEqual([7, 0, 0]);
  });

  it('sends failed jobs again every minute, also after a minute in which it could not', async () => {
    const { retryFailed, pass } = watch();
    await pass(59_999);
    expect(retryFailed).not.toHaveBeenCalled();
    retryFailed.mockRejectedValueOnce(new Error('Redis is away'));
    await pass(60_001);
    expect(retryFailed).toHaveBeenCalledTimes(2);
  });

  it('tells that the work stands still when some waits and none moves', async () => {
    const { progress, pass } = watch({ waiting: 1 });
    await pass(patienceMs);
    expect(progress.standstill()).toBeNull();
    await pass(1_000);
    expect(progress.standstill()).toMatch(/no job has moved/);
    progress.note();
    expect(progress.standstill()).toBeNull();
  });

  it('never blames this process for a Redis that cannot be seen', async () => {
    const { progress, see, pass } = watch({ waiting: 1 });
    await pass(10_000);
    see('away');
    await pass(10 * patienceMs);
    expect(progress.standstill()).toBeNull();
    see({ waiting: 1 });
    await pass(5_000);
    expect(progress.standstill()).toBeNull();
    await pass(patienceMs + 1_000);
    expect(progress.standstill()).not.toBeNull();
  });

  it('looks no more once it is closed', async () => {
    const { look, retryFailed, close, pass } = watch();
    await pass(0);
    close();
    await pass(600_000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(retryFailed).not.toHaveBeenCalled();
  });
});
