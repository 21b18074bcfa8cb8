import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAutocannonReport } from '#load/autocannon-report.ts';
import type { RunLoad } from '#load/load.ts';
import { runProgram } from '#load/run-program.ts';

const program = join(import.meta.dirname, 'autocannon-process.ts');

type Options = { folder: string; signal: AbortSignal };

/** Loads with autocannon, which npm brings along; it takes about a core itself. */
export function loadWithAutocannon({ folder, signal }: Options): RunLoad {
  let loads = 0;
  return async (load) => {
    const file = join(folder, `load-${++loads}.json`);
    await writeFile(file, JSON.stringify(load));
    return parseAutocannonReport(await runProgram(process.execPath, [program, file], signal));
  };
}
