import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files that match, by their paths in the project. */
export function findFiles(root: string, patterns: readonly string[], exclude: readonly string[] = []): string[] {
  const found = globSync(patterns, { cwd: root, exclude, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}
