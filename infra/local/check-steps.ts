import { join } from 'node:path';
import { checkStructure } from '#check/structure.ts';
import { projectRoot } from '#local/config.ts';
import { runNode } from '#local/run-program.ts';

export type CheckStep = { name: string; run: () => Promise<boolean> };

const program = (path: string) => join(projectRoot, 'node_modules', path);

/** What the code is held against before any of it runs. */
export const checkSteps: readonly CheckStep[] = [
  { name: 'lint', run: () => passes([program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']) },
  { name: 'types', run: checkTypes },
  { name: 'structure', run: printStructure },
];

/** Runs every step, also after one that failed, and answers how many passed and failed. */
export async function runCheck(): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const { name, run } of checkSteps) {
    console.log(`Checking ${name}`);
    if (await run()) passed += 1;
    else console.log(`${name} failed`);
  }
  return { passed, failed: checkSteps.length - passed };
}

// The web app is typed apart: it knows a browser and nothing of Node.
async function checkTypes(): Promise<boolean> {
  const tsc = program('typescript/bin/tsc');
  const server = await passes([tsc, '-p', 'tsconfig.json']);
  const web = await passes([tsc, '-p', 'web/tsconfig.json']);
  return server && web;
}

async function printStructure(): Promise<boolean> {
  const report = await checkStructure(projectRoot);
  console.log(report.lines.map((line) => `  ${line}`).join('\n'));
  return report.problems.length === 0;
}

async function passes(args: readonly string[]): Promise<boolean> {
  const { code, output } = await runNode(args, { isQuiet: true });
  if (code !== 0) console.log(output.trim());
  return code === 0;
}
