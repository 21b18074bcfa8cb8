import { dirname } from 'node:path';

/** With more files, a folder's name no longer describes its content. */
const filesMax = 30;
const source = /^(?:libs|services|web|infra)\/.*\.(?:tsx?|mjs)$/;
const test = /\.(?:test|spec)\.tsx?$|\.test-setup\.tsx?$|^web\/e2e\//;
/** Contains one file for each element of the design, by its usual name. */
const excepted = new Set(['web/src/components/ui']);

/** The folders with too many source files, each with a suggestion. Tests do not count. */
export function judgeFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (!source.test(path) || test.test(path)) continue;
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > filesMax && !excepted.has(folder))
    .map(([folder, count]) => `${folder} has ${count} source files, more than ${filesMax}: move some into folders`);
}
