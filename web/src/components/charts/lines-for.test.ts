import { expect, it } from 'vitest';
import { linesFor } from '#components/charts/lines-for.ts';

it.each([
  [0, [1]],
  [1, [1]],
  [3, [1, 2, 3]],
  [4, [2, 4]],
  [41, [20, 40, 60]],
  [100, [50, 100]],
  [612, [500, 1_000]],
  [1_000_000, [500_000, 1_000_000]],
])('up to %d the lines are at %j', (highest, lines) => {
  expect(linesFor(highest)).toEqual(lines);
});
