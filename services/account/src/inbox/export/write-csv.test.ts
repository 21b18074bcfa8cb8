import { expect, it } from 'vitest';
import { csvLine } from '#inbox/export/write-csv.ts';

/** Measures processor time, because a busy machine takes longer by the clock. */
function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

it.each(['\t', ' ', '"', "'", ';', ' ;', '\t"', '\n '])('a text of %j alone takes linear time', (piece) => {
  const text = piece.repeat(50_000);
  const times = [1, 2, 3].map(() => cpuMsOf(() => csvLine([text])));
  expect(Math.min(...times)).toBeLessThan(100);
});
