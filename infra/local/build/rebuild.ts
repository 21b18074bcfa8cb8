import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { projectRoot } from '#config/config.ts';
import { writeAtomically } from '#files/write-atomically.ts';
import { withProcessLock } from '#install/process-lock.mjs';
import { withProgress } from '#install/progress.mjs';

type Rebuild = {
  label: string;
  /** The project's files and folders that the output is built from. */
  sources: readonly string[];
  /** The output folder; it contains the fingerprint of the sources, so that both are deleted together. */
  output: string;
  build: () => Promise<unknown>;
};

/** Rebuilds the output if its sources have changed, or if it is missing. */
export async function rebuildWhenChanged({ label, sources, output, build }: Rebuild): Promise<void> {
  const marker = join(output, '.fingerprint');
  const wanted = await fingerprint(projectRoot, sources);
  const isFresh = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (isFresh()) return;
  // A start and a test run may build at the same time; the second finds the finished output.
  await withProcessLock(join(projectRoot, `.data/${basename(output)}.lock`), async () => {
    if (isFresh()) return;
    await withProgress(label, build);
    writeAtomically(marker, wanted);
  });
}

const skipped = new Set(['node_modules', 'dist', 'generated', 'e2e', 'test-results', 'playwright-report']);

/** A hash of the contents of these files and folders. */
export async function fingerprint(root: string, paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => listFiles(join(root, path))))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    hash.update(`${relative(root, file)}\0${digest}\n`);
  }
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!entries) return [path];
  const wanted = entries.filter(({ name }) => !skipped.has(name) && !/\.test\.tsx?$/.test(name));
  return (await Promise.all(wanted.map(({ name }) => listFiles(join(path, name))))).flat();
}
