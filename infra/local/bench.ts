import { join } from 'node:path';
import { compareCost } from '#bench/compare-cost.ts';
import { readOptions } from '#bench/options.ts';
import { parts } from '#bench/parts/parts.ts';
import { runBench } from '#bench/run-bench.ts';
import { readLocalConfig } from '#local/config.ts';
import { generateDatabaseClient } from '#local/database-client.ts';
import { createLeaveSignal } from '#local/leave-signal.ts';
import { explain } from '#local/run-command.ts';

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
