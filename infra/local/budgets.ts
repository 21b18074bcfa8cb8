import { join } from 'node:path';
import { checkBudgets } from '#budgets/check-budgets.ts';
import { webDir } from '#config.ts';
import type { Counts } from '#test-counts.ts';
import { buildWeb } from '#web-build.ts';

/** Weighs what the built web app loads at a first visit, route by route. */
export async function runBudgets(): Promise<Counts> {
  await buildWeb();
  const { lines, problems, passed } = await checkBudgets(join(webDir, 'dist'));
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  for (const problem of problems) console.log(problem);
  return { passed, failed: problems.length };
}
