import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall, installDebianPackage } from '@inlet/testing/debian-package';
import { findProgram } from '@inlet/testing/find-program';
import type { Load, RunLoad } from '#load/load.ts';
import { parseWrkReport } from '#load/wrk-report.ts';
import { wrkScript } from '#load/wrk-script.ts';

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
  const install = () => installDebianPackage('wrk');
  const program = await findOrInstall(() => findProgram(['wrk'], path), { path, missing, install });
  let scripts = 0;
  return async (load) => {
    const script = join(folder, `load-${++scripts}.lua`);
    await writeFile(script, wrkScript(load));
    const { stdout } = await run(program, wrkArguments(load, script), { signal });
    return parseWrkReport(stdout);
  };
}

function wrkArguments({ targets, requests, connections, seconds }: Load, script: string): string[] {
  const [target = ''] = targets;
  const [path = ''] = requests.paths;
  const timeout = `--timeout=${answerTimeoutSeconds}s`;
  return [`-t${targets.length}`, `-c${connections}`, `-d${seconds}s`, timeout, '-s', script, target + path];
}
