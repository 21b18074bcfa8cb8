import { describe, expect, it } from 'vitest';
import { createRateLimit } from '#quota/rate-limit.ts';

describe('the rate limit', () => {
  it('accepts a client’s limit of requests in a minute, then returns how long to wait', () => {
    let nowMs = 0;
    const limit = createRateLimit({ perMinute: 3, now: () => nowMs });
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([null, null, null]);
    nowMs = 20_500;
    expect(limit.take('a')).toBe(40);
    nowMs = 59_999;
    expect(limit.take('a')).toBe(1);
    nowMs = 60_000;
    expect(limit.take('a')).toBeNull();
  });

  it('counts a minute that began late in another one to its end', () => {
    let nowMs = 0;
    const limit = createRateLimit({ perMinute: 1, now: () => nowMs });
    limit.take('early');
    nowMs = 59_000;
    expect(limit.take('late')).toBeNull();
    nowMs = 61_000;
    limit.take('next');
    expect(limit.take('late')).toBe(58);
    nowMs = 119_000;
    expect(limit.take('late')).toBeNull();
    expect(limit.take('late')).toBe(60);
  });

  it('remembers the last hundred thousand clients', () => {
    const limit = createRateLimit({ perMinute: 1, now: () => 0 });
    limit.take('first');
    for (let n = 0; n < 100_000; n += 1) limit.take(`client ${n}`);
    expect(limit.take('first')).not.toBeNull();
    for (let n = 0; n < 200_000; n += 1) limit.take(`other ${n}`);
    expect(limit.take('first')).toBeNull();
  });

  it('counts each client alone', () => {
    const limit = createRateLimit({ perMinute: 1, now: () => 0 });
    expect(limit.take('a')).toBeNull();
    expect(limit.take('b')).toBeNull();
    expect(limit.take('a')).not.toBeNull();
  });

  it('never speaks up when it is switched off', () => {
    const limit = createRateLimit({ perMinute: Number.POSITIVE_INFINITY, now: () => 0 });
    for (let n = 0; n < 10_000; n += 1) expect(limit.take('a')).toBeNull();
  });
});
