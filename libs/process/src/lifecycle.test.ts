import { afterEach, describe, expect, it, vi } from 'vitest';
import { closePhases, createLifecycle } from '#lifecycle.ts';
import { recordLog } from '#recorded-log.test-setup.ts';

const deadlineMs = 10_000;

function createRecorded() {
  const { logger, lines } = recordLog();
  return { lifecycle: createLifecycle({ logger, deadlineMs }), lines };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('createLifecycle', () => {
  it('runs the phases in their order, registered in any order', async () => {
    const { lifecycle } = createRecorded();
    const order: string[] = [];
    for (const phase of closePhases.toReversed()) lifecycle.onClose(phase, phase, () => order.push(phase));
    expect(await lifecycle.close('test')).toBe(0);
    expect(order).toEqual(['stop intake', 'finish work', 'flush', 'disconnect']);
  });

  it('begins a phase only when the one before it is over', async () => {
    const { lifecycle } = createRecorded();
    const order: string[] = [];
    const working = Promise.withResolvers<void>();
    lifecycle.onClose('finish work', 'worker', async () => {
      await working.promise;
      order.push('worker');
    });
    lifecycle.onClose('disconnect', 'database', () => order.push('database'));
    const closed = lifecycle.close('test');
    setImmediate(working.resolve);
    await closed;
    expect(order).toEqual(['worker', 'database']);
  });

  it('closes what was opened last first, and waits for it before it closes what that rests on', async () => {
    const { lifecycle } = createRecorded();
    const order: string[] = [];
    const draining = Promise.withResolvers<void>();
    lifecycle.onClose('disconnect', 'connection', () => order.push('connection'));
    lifecycle.onClose('disconnect', 'pool', async () => {
      await draining.promise;
      order.push('pool');
    });
    const closed = lifecycle.close('test');
    setImmediate(draining.resolve);
    await closed;
    expect(order).toEqual(['pool', 'connection']);
  });

  it.each([
    ['throws', () => raise()],
    ['rejects', () => Promise.reject(new Error('stuck'))],
  ])('closes the others when one %s, says which one, and answers 1', async (_, close) => {
    const { lifecycle, lines } = createRecorded();
    const others = [vi.fn(), vi.fn()] as const;
    lifecycle.onClose('flush', 'the one before', others[0]);
    lifecycle.onClose('flush', 'the broken one', close);
    lifecycle.onClose('disconnect', 'the next phase', others[1]);
    expect(await lifecycle.close('test')).toBe(1);
    expect(others.map((other) => other.mock.calls.length)).toEqual([1, 1]);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'service: closing failed', resource: 'the broken one', phase: 'flush' }),
    );
  });

  it('returns 1 when the deadline passes before everything is closed', async () => {
    vi.useFakeTimers();
    const { lifecycle, lines } = createRecorded();
    lifecycle.onClose('finish work', 'endless', () => new Promise(() => undefined));
    const closed = lifecycle.close('test');
    await vi.advanceTimersByTimeAsync(deadlineMs);
    expect(await closed).toBe(1);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'service: closing took too long', deadlineMs }));
  });

  it('leaves no timer behind that would hold the process once all is closed', async () => {
    vi.useFakeTimers();
    const { lifecycle } = createRecorded();
    await lifecycle.close('test');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('runs once, however often it is asked to close', async () => {
    const { lifecycle, lines } = createRecorded();
    const close = vi.fn();
    lifecycle.onClose('flush', 'queue', close);
    expect(await Promise.all([lifecycle.close('first'), lifecycle.close('second')])).toEqual([0, 0]);
    expect(await lifecycle.close('third')).toBe(0);
    expect(close).toHaveBeenCalledOnce();
    expect(lines.filter(({ msg }) => msg === 'service: closing')).toEqual([
      expect.objectContaining({ reason: 'first' }),
    ]);
  });

  it('is closing from the first moment on', async () => {
    const { lifecycle } = createRecorded();
    let seen: boolean | undefined;
    lifecycle.onClose('stop intake', 'server', () => {
      seen = lifecycle.isClosing();
    });
    expect(lifecycle.isClosing()).toBe(false);
    const closed = lifecycle.close('test');
    expect(lifecycle.isClosing()).toBe(true);
    await closed;
    expect(seen).toBe(true);
  });
});

function raise(): never {
  throw new Error('broken');
}
