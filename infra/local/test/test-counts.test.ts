import { expect, it } from 'vitest';
import { countPlaywright, countReport, countVitest, sumCounts } from '#test/test-counts.ts';

it('counts what a Vitest run came to', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 3, numTotalTests: 12 };
  expect(countVitest(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 3 });
});

it('counts a journey that passed at the second try as failed', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 2 } }, 1)).toEqual({ passed: 5, failed: 3 });
});

it('counts one failure for a run that failed although every test in it passed', () => {
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0 };
  expect(countVitest(report, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
});

it('counts one failure for a run that left no report', async () => {
  expect(await countReport('/nowhere/report.json', 0, countVitest)).toEqual({ passed: 0, failed: 1 });
});

it('adds up', () => {
  const counts = [
    { passed: 1, failed: 2 },
    { passed: 3, failed: 4, skipped: 5 },
  ];
  expect(sumCounts(counts)).toEqual({ passed: 4, failed: 6, skipped: 5 });
});
