import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalCounts } from '#access/limits/local-counts.ts';

const counter = (name: string, max = 2) => ({ name, max, windowSeconds: 60 });

describe('attempts counted in memory', () => {
  it('are refused beyond the limit until the window is over, and tell how long that is', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const counts = createLocalCounts();
    expect([counts.take([counter('a')]), counts.take([counter('a')])]).toEqual([0, 0]);
    vi.setSystemTime(20_000);
    expect([counts.take([counter('a')]), counts.take([counter('b')])]).toEqual([40, 0]);
    vi.setSystemTime(60_000);
    expect(counts.take([counter('a')])).toBe(0);
  });

  it('use up no counter when another one refuses them', () => {
    const counts = createLocalCounts();
    counts.take([counter('tight', 1)]);
    for (let n = 0; n < 3; n += 1) expect(counts.take([counter('wide'), counter('tight', 1)])).toBeGreaterThan(0);
    expect([counts.take([counter('wide')]), counts.take([counter('wide')])]).toEqual([0, 0]);
  });

  it('are given back, and never below zero', () => {
    const counts = createLocalCounts();
    counts.take([counter('a', 1)]);
    for (let n = 0; n < 3; n += 1) counts.release(['a', 'unknown']);
    expect(counts.take([counter('a', 1)])).toBe(0);
    expect(counts.take([counter('a', 1)])).toBeGreaterThan(0);
  });

  it('forget the oldest counter beyond ten thousand', () => {
    const counts = createLocalCounts();
    for (let n = 0; n < 12_000; n += 1) counts.take([counter(`of ${n}`, 1)]);
    expect(counts.size()).toBe(10_000);
    expect(counts.take([counter('of 11999', 1)])).toBeGreaterThan(0);
    expect(counts.take([counter('of 0', 1)])).toBe(0);
  });
});
