import { expect, it } from 'vitest';
import { latenciesOf, measureLatencies, ofRounds } from '#reading/latencies.ts';

it('finds the time that so many of a hundred do not exceed', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(latenciesOf(times)).toEqual({ p50Ms: 100, p95Ms: 190, p99Ms: 198 });
  expect(latenciesOf([7])).toEqual({ p50Ms: 7, p95Ms: 7, p99Ms: 7 });
});

it('takes the median of each figure of the rounds', () => {
  const rounds = [1, 9, 2].map((ms) => ({ p50Ms: ms, p95Ms: 10 * ms, p99Ms: 100 - ms }));
  expect(ofRounds(rounds)).toEqual({ p50Ms: 2, p95Ms: 20, p99Ms: 98 });
});

it('measures each request after some that only warm up', async () => {
  let sent = 0;
  await measureLatencies(async () => {
    sent += 1;
  }, 30);
  expect(sent).toBe(50);
});
