import { describe, expect, it } from 'vitest';
import { attemptsMax, nextAttemptInMs, readRetryAfter } from '#retry-schedule.ts';

const none = () => 0;
const hourMs = 3_600_000;

describe('nextAttemptInMs', () => {
  it('makes 12 attempts within three days', () => {
    const waits = Array.from({ length: attemptsMax }, (_, index) => nextAttemptInMs(index + 1, 0, none));
    const hours = waits.map((wait) => wait && wait / hourMs);
    const expected = [5 / 3_600, 30 / 3_600, 5 / 60, 0.5, 2, 5, 10, 10, 12, 12, 12, undefined];
    expect(hours).toEqual(expected);
    expect(attemptsMax).toBe(12);
    const total = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    expect(total).toBeLessThan(72 * hourMs);
  });

  it('adds up to a tenth of a wait at random', () => {
    expect(nextAttemptInMs(1, 0, () => 0.5)).toBe(5_250);
    expect(new Set(Array.from({ length: 50 }, () => nextAttemptInMs(4))).size).toBeGreaterThan(10);
  });

  it('waits for as long as the receiver asks, at most for 12 hours, and never less than it would', () => {
    expect(nextAttemptInMs(1, 60_000, none)).toBe(60_000);
    expect(nextAttemptInMs(1, 1_000, none)).toBe(5_000);
    expect(nextAttemptInMs(1, 1_000 * hourMs, none)).toBe(12 * hourMs);
  });
});

describe('readRetryAfter', () => {
  const now = Date.parse('2026-11-23T08:00:00Z');

  it.each([
    ['30', 30_000],
    ['1.5', 1_500],
    ['Mon, 23 Nov 2026 08:01:00 GMT', 60_000],
    ['Mon, 23 Nov 2026 07:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });
});
