import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datedChangelog, newestVersion, notesOf } from '#release/changelog.ts';
import { readNumberedFiles, versionsIn, withVersion } from '#release/numbered-files.ts';

export const wellFormed = /^\d+\.\d+\.\d+(?:-rc\.\d+)?$/;

/** The version in the `package.json` of a folder. Every other file of a project follows that of its root. */
export function currentVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The files that a new version changes, by path, with their new content. */
export function filesOfVersion(root: string, version: string, today: string): Map<string, string> {
  const current = currentVersion(root);
  if (!wellFormed.test(version)) throw new Error(`${version} is no version: write it as 1.2.3 or 1.2.3-rc.1`);
  if (compareVersions(version, current) < 0) throw new Error(`${version} is older than ${current}`);
  const files = readNumberedFiles(root);
  const changed = new Map([...files].map(([path, text]) => [path, withVersion(path, text, version)]));
  changed.set('CHANGELOG.md', datedChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, today));
  return changed;
}

/** A sentence for each file whose version differs from `package.json`. */
export function differingVersions(root: string): string[] {
  const current = currentVersion(root);
  const changelog = newestVersion(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const found = [...readNumberedFiles(root)].flatMap(([path, text]) => {
    return [...new Set(versionsIn(path, text))].map((version) => ({ path, version }));
  });
  return [...found, { path: 'CHANGELOG.md', version: changelog }]
    .filter(({ version }) => version !== current)
    .map(({ path, version }) => `${path} has ${version}, and package.json ${current}`);
}

/** Throws unless the tag matches the version in every file and a dated section of the changelog. */
export function checkTag(root: string, tag: string): void {
  const current = currentVersion(root);
  const problems = differingVersions(root);
  if (tag !== `v${current}`) problems.push(`The tag is ${tag}, and package.json has ${current}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), current, '');
}

/** Negative if the first version is older. A candidate is older than its release. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => {
    const [main = '', candidate] = version.split('-rc.');
    return [...main.split('.'), candidate ?? Number.POSITIVE_INFINITY].map(Number);
  };
  const others = numbers(other);
  const [difference = 0] = numbers(one)
    .map((number, index) => (number === others[index] ? 0 : number - (others[index] ?? 0)))
    .filter((found) => found !== 0);
  return difference;
}
