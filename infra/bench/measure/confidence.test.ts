import { describe, expect, it } from 'vitest';
import { compareInWords, meanInterval } from '#measure/confidence.ts';

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
