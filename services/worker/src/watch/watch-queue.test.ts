import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import type { Backlog } from '@inlet/queue/backlog';
import { createProgress } from '@inlet/queue/progress';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchQueues } from '#watch/watch-queue.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const timeoutMs = 180_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** A watch of a queue whose state the test sets. */
function watch(first: Partial<Backlog> = {}) {
  const empty: Backlog = { waiting: 0, failed: 0, oldestSeconds: 0 };
  const queue = { now: { ...empty, ...first } as Backlog | 'away' };
  const look = vi.fn(async () => {
    if (queue.now === 'away') throw new Error('Redis is away');
    return queue.now;
  });
  const retryFailed = vi.fn(async () => 0);
  const progress = createProgress({ timeoutMs, now: () => Date.now() });
  const metrics = createMetrics('test');
  const { close } = watchQueues([{ number: 0, view: { look, retryFailed }, progress, logger }], metrics);
  onTestFinished(close);
  const still = async () => {
    const found = await metrics.registry.getSingleMetric('inlet_worker_still_seconds')?.get();
    return found?.values[0]?.value;
  };
  const see = (now: Partial<Backlog> | 'away') => {
    queue.now = now === 'away' ? now : { ...empty, ...now };
  };
  return { look, retryFailed, progress, close, still, see, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('the watch over the queue', () => {
  it('looks at once, and every five seconds from then on', async () => {
    const { look, pass } = watch();
    await pass(0);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(4_999);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('measures for how long nothing has moved while some waits', async () => {
    const { still, see, pass, progress } = watch({ waiting: 3 });
    await pass(12_000);
    expect(await still()).toBe(12);
    progress.note(0);
    expect(await still()).toBe(0);
    await pass(2_000);
    expect(await still()).toBe(2);
    see({ waiting: 0 });
    await pass(60_000);
    expect(await still()).toBe(0);
  });

  it('sends failed jobs again every minute, also after a minute in which it could not', async () => {
    const { retryFailed, pass } = watch();
    await pass(59_999);
    expect(retryFailed).not.toHaveBeenCalled();
    retryFailed.mockRejectedValueOnce(new Error('Redis is away'));
    await pass(60_001);
    expect(retryFailed).toHaveBeenCalledTimes(2);
  });

  it('reports that the work is stuck when jobs wait and none moves', async () => {
    const { progress, pass } = watch({ waiting: 1 });
    await pass(timeoutMs);
    expect(progress.standstill()).toBeNull();
    await pass(1_000);
    expect(progress.standstill()).toMatch(/no job has moved/);
    progress.note(0);
    expect(progress.standstill()).toBeNull();
  });

  it('never blames this process for a Redis that cannot be seen', async () => {
    const { progress, see, pass } = watch({ waiting: 1 });
    await pass(10_000);
    see('away');
    await pass(10 * timeoutMs);
    expect(progress.standstill()).toBeNull();
    see({ waiting: 1 });
    await pass(5_000);
    expect(progress.standstill()).toBeNull();
    await pass(timeoutMs + 1_000);
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
