import { expect, it } from 'vitest';
import { latenciesOf, measureLatencies } from '#reading/latencies.ts';

it('finds the time that so many of a hundred do not exceed', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(latenciesOf(times)).toEqual({ p50Ms: 100, p95Ms: 190, p99Ms: 198 });
  expect(latenciesOf([7])).toEqual({ p50Ms: 7, p95Ms: 7, p99Ms: 7 });
});

it('measures each request after some that only warm up', async () => {
  let sent = 0;
  await measureLatencies(async () => {
    sent += 1;
  }, 30);
  expect(sent).toBe(50);
});
