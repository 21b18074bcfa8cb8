import { readFile } from 'node:fs/promises';
import * as z from 'zod';

/** The options of every part of the tests: words that select files, and the signal to stop. */
export type TestRun = { filters: readonly string[]; signal: AbortSignal };

/** The result of a part. */
export type Counts = { passed: number; failed: number; skipped?: number };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** The result of a Vitest run. */
export function countVitest(report: unknown, exitCode: number): Counts {
  const { numPassedTests, numFailedTests, numPendingTests } = vitestReport.parse(report);
  return { ...withExitCode({ passed: numPassedTests, failed: numFailedTests }, exitCode), skipped: numPendingTests };
}

/** The result of a Playwright run; a journey that needed a second try counts as failed. */
export function countPlaywright(report: unknown, exitCode: number): Counts {
  const { expected, unexpected, flaky } = playwrightReport.parse(report).stats;
  return withExitCode({ passed: expected, failed: unexpected + flaky }, exitCode);
}

/** Reads a report; a run without a report has failed. */
export async function countReport(file: string, exitCode: number, count: typeof countVitest): Promise<Counts> {
  try {
    return count(JSON.parse(await readFile(file, 'utf8')), exitCode);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The sum of all parts. */
export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => counts.reduce((total, { [name]: count = 0 }) => total + count, 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

// A run may fail outside its tests: in its set-up, or by an error that no test caught.
function withExitCode({ passed, failed }: Counts, exitCode: number): Counts {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
