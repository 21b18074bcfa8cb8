import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBudgets } from '#budgets/check-budgets.ts';
import { checkMarkup } from '#budgets/check-markup.ts';
import { buildWeb } from '#build/web-build.ts';
import { runCheck } from '#check/check-steps.ts';
import { projectRoot, webDir } from '#config/config.ts';
import { runNode } from '#processes/run-program.ts';
import { runBrowserTests } from '#test/browser-tests.ts';
import { type Counts, countReport, countVitest, type TestRun } from '#test/test-counts.ts';

export type TestPart = { name: string; title: string; run: (run: TestRun) => Promise<Counts> };

/** The parts of `npm test`, in this order: the part that fails fastest comes first. */
export const testParts: readonly TestPart[] = [
  { name: 'check', title: 'Lint, types and structure', run: runCheck },
  { name: 'unit', title: 'Unit tests', run: (run) => runVitest('unit', run) },
  { name: 'costly-texts', title: 'Costly texts', run: (run) => runVitest('costly-texts', run) },
  { name: 'web', title: 'Web component tests', run: (run) => runVitest('web*', run) },
  { name: 'integration', title: 'Integration tests', run: (run) => runVitest('integration', run) },
  { name: 'budgets', title: 'Budgets and markup of the web app', run: runBudgets },
  { name: 'browser', title: 'Browser journeys', run: runBrowserTests },
];

async function runVitest(project: string, { filters, signal }: TestRun): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-report-'));
  const report = join(folder, 'vitest.json');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`];
  // Colours are for a terminal; in a file or a pipe they obscure the text.
  const env = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  try {
    const { code } = await runNode([vitest, 'run', '--project', project, ...reporters, ...filters], { env, signal });
    return await countReport(report, code, countVitest);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Weighs the files of the built web app at a first visit, route by route, and validates its documents. */
async function runBudgets(): Promise<Counts> {
  await buildWeb();
  const dist = join(webDir, 'dist');
  const { lines, problems, passed } = await checkBudgets(dist);
  const markup = await checkMarkup(dist);
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  const all = [...problems, ...markup.problems];
  for (const problem of all) console.log(problem);
  return { passed: passed + markup.passed, failed: all.length };
}
