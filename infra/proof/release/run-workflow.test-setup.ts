import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { runInNewContext } from 'node:vm';
import { projectRoot } from '@inlet/local/config';

type Texts = Readonly<Record<string, string>>;

/** The fields of a workflow that a run needs. */
export interface Steps {
  readonly env?: Texts;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly container?: string;
  readonly env?: Texts;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Texts;
  readonly with?: Texts;
  readonly 'working-directory'?: string;
}

interface Runner {
  /** The values that expressions read, in a job of the matrix. */
  readonly contextsOf: (matrix: Texts) => Readonly<Record<string, unknown>>;
  /** The variables that GitHub sets. */
  readonly env: Texts;
  /** The folder with the programs that only GitHub's machines have. */
  readonly programs: string;
  /** The project, for jobs that read it. */
  readonly project: string;
  /** An empty folder. */
  readonly folder: string;
}

/** Runs every script of a workflow, job by job and once for each value of its matrix. Artifacts pass between the jobs. */
export function runWorkflow(workflow: Steps, runner: Runner): void {
  for (const [name, job] of Object.entries(workflow.jobs)) {
    for (const [index, matrix] of combine(job.strategy?.matrix ?? {}).entries()) {
      // Every job has a machine of its own. Scripts read the code only through npm.
      const readsCode = job.steps?.some(({ run }) => run?.includes('npm '));
      const cwd = readsCode ? runner.project : join(runner.folder, `${name}-${index}`);
      mkdirSync(cwd, { recursive: true });
      runJob(job, {
        cwd,
        runner,
        fill: (values = {}) => fillIn(values, { ...runner.contextsOf(matrix), matrix }),
        workflow,
      });
    }
  }
}

interface JobRun {
  readonly cwd: string;
  readonly runner: Runner;
  readonly workflow: Steps;
  readonly fill: (values?: Texts) => Record<string, string>;
}

function runJob({ container, env, steps = [] }: Job, { cwd, runner, workflow, fill }: JobRun): void {
  for (const step of steps) {
    passArtifacts(step, fill(step.with), { cwd, kept: join(runner.folder, 'artifacts') });
    if (step.run === undefined) continue;
    const PATH = `${runner.programs}:${process.env.PATH ?? ''}`;
    // GitHub's shells: bash on its own machines, sh in a container.
    execFileSync(container ? 'sh' : 'bash', ['-e', '-c', step.run], {
      cwd: join(cwd, step['working-directory'] ?? '.'),
      env: { ...process.env, PATH, ...runner.env, ...fill(workflow.env), ...fill(env), ...fill(step.env) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

function combine(matrix: Readonly<Record<string, readonly string[]>>): Texts[] {
  return Object.entries(matrix).reduce<Record<string, string>[]>(
    (found, [key, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))),
    [{}],
  );
}

/** The expressions of our workflows mean the same in JavaScript. An unknown name fails. */
function fillIn(values: Texts, contexts: Readonly<Record<string, unknown>>) {
  const contains = (text: string, part: string) => text.includes(part);
  const filled = Object.entries(values).map(([key, text]) => [
    key,
    String(text).replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
      String(runInNewContext(expression, { ...contexts, contains })),
    ),
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
}

function passArtifacts(
  { uses = '' }: Step,
  { name = '', pattern = name, path = '.' }: Record<string, string>,
  { cwd, kept }: { cwd: string; kept: string },
): void {
  if (uses.startsWith('actions/upload-artifact@')) {
    const found = globSync(path, { cwd });
    if (found.length === 0) throw new Error(`${name} has no file at ${path}`);
    for (const file of found) cpSync(join(cwd, file), join(kept, name, basename(file)));
  }
  if (uses.startsWith('actions/download-artifact@')) {
    const matching = readdirSync(kept).filter((one) => matchesGlob(one, pattern));
    if (matching.length === 0) throw new Error(`There is no artifact ${pattern}`);
    for (const one of matching) cpSync(join(kept, one), join(cwd, path), { recursive: true });
  }
}

/** A copy of the project with the packages of this one, as a version. */
export function copyReleased(folder: string, version: string): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  const paths = listed.split('\0').filter((path) => path !== '');
  for (const path of paths) cpSync(join(projectRoot, path), join(folder, path));
  const packages = join(projectRoot, 'node_modules');
  for (const name of readdirSync(packages)) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    // Links of the project's own packages are relative, and lead into the copy.
    if (name === '@inlet') cpSync(join(packages, name), target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(packages, name), target);
  }
  const changes = join(folder, 'CHANGELOG.md');
  writeFileSync(changes, readFileSync(changes, 'utf8').replace(/^## \[.*\] - unreleased$/m, '## [Unreleased]'));
  execFileSync(process.execPath, ['infra/ops/ops.ts', 'release', version], { cwd: folder, stdio: 'ignore' });
  return folder;
}
