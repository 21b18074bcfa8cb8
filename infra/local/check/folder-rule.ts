import { dirname } from 'node:path';

/** A folder with more files says nothing of what it holds. */
const filesMax = 30;
const source = /^(?:libs|services|web|infra)\/.*\.(?:tsx?|mjs)$/;
const test = /\.(?:test|spec)\.tsx?$|\.test-setup\.tsx?$|^web\/e2e\//;
/** One file for each element of the design, by its usual name. */
const excepted = new Set(['web/src/components/ui']);

/** The folders with too many source files, each with what to do. Tests do not count. */
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
