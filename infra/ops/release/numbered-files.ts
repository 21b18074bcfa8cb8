import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '#release/find-files.ts';

/** Files that name an image of ours, the migration Job or the label of an image. */
const texts = [
  'docker-compose*.yml',
  'docs/**/*.md',
  'infra/docker/**',
  'infra/proof/manifests/planted-faults.yaml',
  'inlet-setup',
  'k8s/**/*.yaml',
  'README.md',
];
// safe because: it reads our own files
const numbered = /(\/inlet-[\w$-]+:|\bmigrate-|image\.version=")(\d+\.\d+\.\d+(?:-rc\.\d+)?)/g;

interface Package {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The files of a project that contain its version, by path, with their content. */
export function readNumberedFiles(root: string): Map<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const packages = ['package.json', 'package-lock.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const paths = findFiles(root, [...packages, ...texts]);
  return new Map(
    paths.map((path) => [path, read(path)] as const).filter(([path, text]) => versionsIn(path, text).length),
  );
}

/** Every number in a file that must be the project's version. */
export function versionsIn(path: string, text: string): string[] {
  const found: string[] = [];
  renumber(path, text, (version) => {
    found.push(version);
    return version;
  });
  return found;
}

/** The text of a file with another version in it. */
export function withVersion(path: string, text: string, version: string): string {
  return renumber(path, text, () => version);
}

function renumber(path: string, text: string, number: (version: string) => string): string {
  if (!path.endsWith('.json')) return text.replaceAll(numbered, (_, before, version) => before + number(version));
  const file = JSON.parse(text) as Package & { packages?: Record<string, Package> };
  renumberPackage(file, number);
  for (const [place, entry] of Object.entries(file.packages ?? {})) {
    if (!place.includes('node_modules/')) renumberPackage(entry, number);
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}

function renumberPackage(entry: Package, number: (version: string) => string): void {
  if (entry.version !== undefined) entry.version = number(entry.version);
  for (const needed of [entry.dependencies, entry.devDependencies]) {
    for (const [name, version] of Object.entries(needed ?? {})) {
      if (needed && name.startsWith('@inlet/')) needed[name] = number(version);
    }
  }
}
