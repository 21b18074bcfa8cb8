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
  await generateDatabaseClient();
  const { against } = options;
  if (against !== undefined) {
    await compareCost({ ...options, against, signal });
    process.exit(0);
  }
  const isSound = await runBench(options, signal);
  process.exit(isSound ? 0 : 1);
} catch (error) {
  if (!signal.aborted) explain(error);
  process.exit(1);
}
