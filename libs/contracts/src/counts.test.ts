import { expect, it } from 'vitest';
import { formatCount, isOrAre } from '#counts.ts';

it('a count agrees with its noun and separates thousands', () => {
  expect(formatCount(0, 'field')).toBe('0 fields');
  expect(formatCount(1, 'field')).toBe('1 field');
  expect(formatCount(12_000, 'field')).toBe('12,000 fields');
  expect([0, 1, 2].map(isOrAre)).toEqual(['are', 'is', 'are']);
});
