import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load, RunLoad } from '#load/load.ts';
import { runProgram } from '#load/run-program.ts';
import { parseWrkReport } from '#load/wrk-report.ts';
import { wrkScript } from '#load/wrk-script.ts';

/**
 * wrk counts an answer that came later as an error, at 2 s if nothing is said: on a machine that is busy elsewhere that
 * takes slowness for failure. How slow it was, the percentiles say.
 */
const answerTimeoutSeconds = 30;

type Options = { program: string; folder: string; signal: AbortSignal };

/** Loads with wrk, whose one thread costs a fraction of the measured service. */
export function loadWithWrk({ program, folder, signal }: Options): RunLoad {
  let scripts = 0;
  return async (load) => {
    const script = join(folder, `load-${++scripts}.lua`);
    await writeFile(script, wrkScript(load));
    return parseWrkReport(await runProgram(program, wrkArguments(load, script), signal));
  };
}

function wrkArguments({ targets, requests, connections, seconds }: Load, script: string): string[] {
  const [target = ''] = targets;
  const [path = ''] = requests.paths;
  const timeout = `--timeout=${answerTimeoutSeconds}s`;
  return [`-t${targets.length}`, `-c${connections}`, `-d${seconds}s`, timeout, '-s', script, target + path];
}
