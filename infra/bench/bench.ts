import { join } from 'node:path';
import { readLocalConfig } from '@inlet/local/config';
import { generateDatabaseClient } from '@inlet/local/database-client';
import { createLeaveSignal } from '@inlet/local/leave-signal';
import { explain } from '@inlet/local/run-command';
import { compareCost } from '#compare-cost.ts';
import { readOptions } from '#options.ts';
import { parts } from '#parts/parts.ts';
import { runBench } from '#run-bench.ts';

const signal = createLeaveSignal();

try {
  const options = readOptions(process.argv.slice(2), Object.keys(parts));
  const reportDir = join(readLocalConfig().dataDir, 'bench');
  await generateDatabaseClient();
  const { against } = options;
  const run = { say: console.log, signal };
  if (against !== undefined) {
    await compareCost({ ...options, against, ...run });
    process.exit(0);
  }
  const isSound = await runBench({ options, reportDir, ...run });
  process.exit(isSound ? 0 : 1);
} catch (error) {
  if (!signal.aborted) explain(error);
  process.exit(1);
}
