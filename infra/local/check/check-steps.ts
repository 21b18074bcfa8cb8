import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmPackages } from '#build/packages/npm-packages.ts';
import { judgeFolders } from '#check/folder-rule.ts';
import { judgePatterns } from '#check/judge-patterns.ts';
import { judgeMigration } from '#check/migration-rule.ts';
import { judgeProse } from '#check/prose-rule.ts';
import { projectRoot } from '#config/config.ts';
import { runNode } from '#processes/run-program.ts';

const program = (path: string) => join(projectRoot, 'node_modules', path);

/** The checks of the code before any of it runs. */
const checkSteps = [
  { name: 'lint', run: () => passes([program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']) },
  { name: 'types', run: checkTypes },
  { name: 'imports', run: checkImports },
  { name: 'unused code and dependencies', run: () => passes([program('knip/bin/knip.js'), '--no-progress']) },
  { name: 'unfinished work', run: checkUnfinished },
  { name: 'migrations', run: checkMigrations },
  { name: 'folders', run: checkFolders },
  { name: 'prose', run: checkProse },
  { name: 'patterns', run: checkPatterns },
  { name: 'packages', run: checkNpmPackages },
];

/**
 * Runs every step concurrently, since half of them use one processor; returns the numbers of passed and failed steps.
 */
export async function runCheck(): Promise<{ passed: number; failed: number }> {
  console.log(`Checking ${checkSteps.map(({ name }) => name).join(', ')}`);
  const check = async ({ name, run }: (typeof checkSteps)[number]) => {
    const isSound = await run();
    if (!isSound) console.log(`${name} failed`);
    return isSound;
  };
  const passed = (await Promise.all(checkSteps.map(check))).filter(Boolean).length;
  return { passed, failed: checkSteps.length - passed };
}

/** What runs in browsers is type-checked separately, with their types. */
const typeProjects = {
  server: 'tsconfig.json',
  web: 'web/tsconfig.json',
  client: 'libs/client/tsconfig.json',
  react: 'libs/react/tsconfig.json',
  cli: 'libs/cli/tsconfig.json',
};

async function checkTypes(): Promise<boolean> {
  let areSound = true;
  for (const [name, project] of Object.entries(typeProjects)) areSound = (await compiles(name, project)) && areSound;
  return areSound;
}

/** Checks only changes since the last run; the compiler's own record of them is a cache. */
function compiles(name: string, project: string): Promise<boolean> {
  const memory = program(`.cache/inlet/types-${name}.tsbuildinfo`);
  return passes([program('typescript/bin/tsc'), '-p', project, '--incremental', '--tsBuildInfoFile', memory]);
}

const cruised = ['libs', 'services', 'infra', 'web'];
/** Without its parser the tool finds no module and reports success. */
const modulesMin = 1_000;

async function checkImports(): Promise<boolean> {
  const rules = join(projectRoot, 'infra/local/check/dependency-rules.mjs');
  const args = [program('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', rules, ...cruised];
  const { code, output } = await runNode(args, { isQuiet: true });
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
  const isSound = code === 0 && modules >= modulesMin;
  if (!isSound) console.log(output.trim());
  return isSound;
}

// Unfinished work is an issue, not a comment. A copy without git is not under development.
async function checkUnfinished(): Promise<boolean> {
  const args = ['grep', '-nE', '\\b(TOD[O]|FIXM[E])\\b', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql'];
  const found = await promisify(execFile)('git', args, { cwd: projectRoot }).catch(() => null);
  if (found) console.log(found.stdout.trim());
  return found === null;
}

async function checkMigrations(): Promise<boolean> {
  const folder = 'libs/db/prisma/migrations';
  const entries = await readdir(join(projectRoot, folder), { withFileTypes: true });
  const paths = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/migration.sql`);
  const texts = await Promise.all(paths.map((path) => readFile(join(projectRoot, path), 'utf8')));
  const problems = paths.flatMap((path, index) => judgeMigration(path, texts[index] ?? ''));
  for (const { path, line, says } of problems) console.log(`${path}:${line} ${says}`);
  return paths.length > 0 && problems.length === 0;
}

async function checkFolders(): Promise<boolean> {
  return passesWithout(judgeFolders(await ownSources()));
}

async function checkProse(): Promise<boolean> {
  const sources = await Promise.all((await ownSources()).map(readSource));
  return passesWithout(sources.flatMap(({ path, text }) => judgeProse(path, text)));
}

/** Texts that only tests read do not come from strangers. */
const ownPatterns = /\.(?:test|spec)\.tsx?$|\.test-setup\.ts$|^web\/e2e\/|^libs\/testing\//;

// A stranger's text must not make a pattern run for long.
async function checkPatterns(): Promise<boolean> {
  const paths = (await ownSources()).filter((path) => !ownPatterns.test(path));
  return passesWithout(judgePatterns(await Promise.all(paths.map(readSource))));
}

function checkNpmPackages(): Promise<boolean> {
  const main = join(projectRoot, 'infra/local/check/packages/main.ts');
  return passes([main, projectRoot, ...npmPackages.map(({ name }) => name)]);
}

/** The paths of our own programs; none in a copy without git, which is not under development. */
async function ownSources(): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.js'];
  const listed = await promisify(execFile)('git', args, { cwd: projectRoot }).catch(() => ({ stdout: '' }));
  return listed.stdout.split('\n').filter((path) => path !== '' && existsSync(join(projectRoot, path)));
}

async function readSource(path: string) {
  return { path, text: await readFile(join(projectRoot, path), 'utf8') };
}

/** Prints the problems; true if there are none. */
function passesWithout(problems: readonly string[]): boolean {
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

async function passes(args: readonly string[]): Promise<boolean> {
  const { code, output } = await runNode(args, { isQuiet: true });
  if (code !== 0) console.log(output.trim());
  return code === 0;
}
