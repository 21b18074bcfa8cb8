import * as z from 'zod';
import type { LoadResult } from '#load/load.ts';

const schema = z.object({
  '2xx': z.number(),
  non2xx: z.number(),
  // Connections that failed; those that timed out are counted among them.
  errors: z.number(),
  duration: z.number().positive(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
});

/** Reads autocannon's report; its latencies are whole milliseconds. */
export function parseAutocannonReport(output: string): LoadResult {
  const line = output.split('\n').findLast((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`autocannon did not say how it went:\n${output.trim()}`);
  const report = schema.parse(JSON.parse(line));
  return {
    requests: report['2xx'],
    seconds: report.duration,
    p50Ms: report.latency.p50,
    p99Ms: report.latency.p99,
    errors: report.non2xx + report.errors,
  };
}
