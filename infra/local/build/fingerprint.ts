import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

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
