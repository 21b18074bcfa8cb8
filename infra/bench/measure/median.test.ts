import { describe, expect, it } from 'vitest';
import { median, medianByName } from '#measure/median.ts';

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
