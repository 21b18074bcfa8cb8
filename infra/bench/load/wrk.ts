import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall, installDebianPackages } from '@inlet/local-servers/debian-package';
import { findProgram } from '@inlet/local-servers/find-program';
import * as z from 'zod';
import { type Load, resultMark, wrkScript } from '#load/wrk-script.ts';

export type LoadResult = {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and connections that failed or timed out. */
  errors: number;
};

/** Runs a load to its end in a process of its own. */
export type RunLoad = (load: Load) => Promise<LoadResult>;

/**
 * wrk counts an answer that came later as an error, at 2 s if nothing is said: on a machine that is busy elsewhere that
 * takes slowness for failure. How slow it was, the percentiles say.
 */
const answerTimeoutSeconds = 30;
const missing = 'The benchmark loads with wrk: install it (Debian, Ubuntu: sudo apt-get install wrk).';
const run = promisify(execFile);

type Options = { path: string; folder: string; signal: AbortSignal };

/** Loads with wrk, whose one thread costs a fraction of the measured service; installs it first where it is missing. */
export async function openWrk({ path, folder, signal }: Options): Promise<RunLoad> {
  const install = () => installDebianPackages('wrk');
  const program = await findOrInstall(() => findProgram(['wrk'], path), { path, missing, install });
  let scripts = 0;
  return async (load) => {
    const script = join(folder, `load-${++scripts}.lua`);
    await writeFile(script, wrkScript(load));
    const { target, requests, connections, seconds } = load;
    const address = `${target}${requests.paths[0]}`;
    const sizes = ['-t1', `-c${connections}`, `-d${seconds}s`, `--timeout=${answerTimeoutSeconds}s`];
    const { stdout } = await run(program, [...sizes, '-s', script, address], { signal });
    return parseWrkReport(stdout);
  };
}

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
