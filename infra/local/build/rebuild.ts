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
  /** Files and folders of the project that the output is made from. */
  sources: readonly string[];
  /** The folder that is made; the sources' fingerprint is kept in it, so that it goes when the folder goes. */
  output: string;
  build: () => Promise<unknown>;
};

/** Makes something again when its sources have changed, or when it is missing. */
export async function rebuildWhenChanged({ label, sources, output, build }: Rebuild): Promise<void> {
  const marker = join(output, '.fingerprint');
  const wanted = await fingerprint(projectRoot, sources);
  const isFresh = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (isFresh()) return;
  // A start and a test run may want the same thing at the same moment; the second finds it made.
  await withProcessLock(join(projectRoot, `.data/${basename(output)}.lock`), async () => {
    if (isFresh()) return;
    await withProgress(label, build);
    writeAtomically(marker, wanted);
  });
}

const skipped = new Set(['node_modules', 'dist', 'generated', 'e2e', 'test-results', 'playwright-report']);

/** One value for the contents of these files and folders; it changes when any file in them does. */
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
