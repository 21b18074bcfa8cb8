import { describe, expect, it } from 'vitest';
import { compareInWords, meanInterval, median, medianByName } from '#measure/median.ts';

describe('median', () => {
  it('is the middle one, in any order', () => {
    expect(median([30, 1, 2])).toBe(2);
  });

  it('is the mean of both in the middle of an even number', () => {
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });

  it('does not exist for nothing', () => {
    expect(() => median([])).toThrow('no median');
  });
});

describe('medianByName', () => {
  it('takes each name by itself', () => {
    const rounds = [
      { ingest: 1, redis: 9 },
      { ingest: 3, redis: 7 },
      { ingest: 2, redis: 8 },
    ];
    expect(medianByName(rounds)).toEqual({ ingest: 2, redis: 8 });
  });
});

describe('meanInterval', () => {
  it('follows Student for few values', () => {
    // Mean 2, standard deviation 1: half the width is 4.303 / sqrt(3).
    const { middle, low, high } = meanInterval([1, 2, 3]);
    expect(middle).toBe(2);
    expect(low).toBeCloseTo(2 - 2.484, 3);
    expect(high).toBeCloseTo(2 + 2.484, 3);
  });

  it('has no width where all values are the same', () => {
    expect(meanInterval(Array.from({ length: 40 }, () => 7))).toEqual({ middle: 7, low: 7, high: 7 });
  });

  it('needs two values', () => {
    expect(() => meanInterval([1])).toThrow('two values');
  });
});

it('compares pair by pair', () => {
  expect(compareInWords([0.11, 0.22], [0.1, 0.2])).toBe(
    '0.1650 against 0.1500 core-seconds per 1,000: 1.100 × (95 %: 1.100 to 1.100, 2 pairs)',
  );
});
