import * as z from 'zod';
import type { LoadResult } from '#load/load.ts';
import { resultMark } from '#load/wrk-script.ts';

const schema = z.object({
  requests: z.number(),
  durationUs: z.number().positive(),
  p50Us: z.number(),
  p99Us: z.number(),
  errors: z.number(),
});

const US_PER_MS = 1_000;
const US_PER_SECOND = 1_000_000;

/** Reads what our script wrote at the end of wrk's output; an output without it is a failure. */
export function parseWrkReport(output: string): LoadResult {
  const line = output.split('\n').findLast((candidate) => candidate.startsWith(resultMark));
  if (line === undefined) throw new Error(`wrk did not say how it went:\n${output.trim()}`);
  const { requests, durationUs, p50Us, p99Us, errors } = schema.parse(JSON.parse(line.slice(resultMark.length)));
  return { requests, seconds: durationUs / US_PER_SECOND, p50Ms: p50Us / US_PER_MS, p99Ms: p99Us / US_PER_MS, errors };
}
