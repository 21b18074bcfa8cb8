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
  /** Responses other than 2xx, and connections that failed or timed out. */
  errors: number;
};

/** Runs a load to its end in a separate process. */
export type RunLoad = (load: Load) => Promise<LoadResult>;

/**
 * wrk counts a later response as an error, by default after 2 s. On a busy machine that would count slowness as
 * failure; the percentiles report slowness.
 */
const answerTimeoutSeconds = 30;
const missing = 'The benchmark loads with wrk: install it (Debian, Ubuntu: sudo apt-get install wrk).';
const run = promisify(execFile);

type Options = { path: string; folder: string; signal: AbortSignal };

/**
 * Sends loads with wrk, which needs far less processor time than the measured service; installs wrk first if it is
 * missing.
 */
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

/** Reads the result that our script printed at the end of wrk's output; without it the run has failed. */
export function parseWrkReport(output: string): LoadResult {
  const line = output.split('\n').findLast((candidate) => candidate.startsWith(resultMark));
  if (line === undefined) throw new Error(`wrk did not say how it went:\n${output.trim()}`);
  const { requests, durationUs, p50Us, p99Us, errors } = schema.parse(JSON.parse(line.slice(resultMark.length)));
  return { requests, seconds: durationUs / US_PER_SECOND, p50Ms: p50Us / US_PER_MS, p99Ms: p99Us / US_PER_MS, errors };
}
