import { expect, it } from 'vitest';
import { atMostTimes, times } from '#report/times.ts';

it('never rounds a ratio up to its target', () => {
  expect([0.4999, 0.5, 0.57].map((ratio) => times(ratio, 'floor'))).toEqual([
    '0.49 × floor',
    '0.50 × floor',
    '0.57 × floor',
  ]);
});

it('never rounds a ratio down to its limit', () => {
  expect([1.5, 1.501, 1.1].map((ratio) => atMostTimes(ratio, 'its JSON'))).toEqual([
    '1.50 × its JSON',
    '1.51 × its JSON',
    '1.10 × its JSON',
  ]);
});
