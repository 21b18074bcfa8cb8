import { join } from 'node:path';
import { checkBudgets } from '#budgets/check-budgets.ts';
import { buildWeb } from '#build/web-build.ts';
import { webDir } from '#config/config.ts';
import type { Counts } from '#test/test-counts.ts';

/** Weighs what the built web app loads at a first visit, route by route. */
export async function runBudgets(): Promise<Counts> {
  await buildWeb();
  const { lines, problems, passed } = await checkBudgets(join(webDir, 'dist'));
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  for (const problem of problems) console.log(problem);
  return { passed, failed: problems.length };
}
