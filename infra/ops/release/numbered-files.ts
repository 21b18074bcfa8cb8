import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from '@inlet/local/npm-packages';
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
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Packages that npm gets have versions of their own. */
const published = npmPackages.map(({ name }) => name);
const hasProjectVersion = (name: string) =>
  name === 'inlet' || (name.startsWith('@inlet/') && !published.includes(name));

/** Every `package.json` of the project and the lock file, by path. */
export function packageFiles(root: string): Map<string, string> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return readFiles(root, [
    'package.json',
    'package-lock.json',
    ...workspaces.map((folder) => `${folder}/package.json`),
  ]);
}

function readFiles(root: string, patterns: readonly string[]): Map<string, string> {
  return new Map(findFiles(root, patterns).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The files of a project that contain its version, by path, with their content. */
export function readNumberedFiles(root: string): Map<string, string> {
  const files = new Map([...packageFiles(root), ...readFiles(root, texts)]);
  return new Map([...files].filter(([path, text]) => versionsIn(path, text).length > 0));
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

/** The text of a `package.json` or of the lock file with another version of one package. */
export function withPackageVersion(text: string, name: string, version: string): string {
  return renumberPackages(
    text,
    () => version,
    (other) => other === name,
  );
}

type Renumber = (version: string) => string;

function renumber(path: string, text: string, number: Renumber): string {
  if (path.endsWith('.json')) return renumberPackages(text, number, hasProjectVersion);
  return text.replaceAll(numbered, (_, before, version) => before + number(version));
}

function renumberPackages(text: string, number: Renumber, isMeant: (name: string) => boolean): string {
  const file = JSON.parse(text) as Package & { packages?: Record<string, Package> };
  const own = Object.entries(file.packages ?? {}).filter(([place]) => !place.includes('node_modules/'));
  for (const entry of [file, ...own.map(([, entry]) => entry)]) renumberPackage(entry, number, isMeant);
  return `${JSON.stringify(file, null, 2)}\n`;
}

function renumberPackage(entry: Package, number: Renumber, isMeant: (name: string) => boolean): void {
  if (entry.version !== undefined && isMeant(entry.name ?? '')) entry.version = number(entry.version);
  for (const needed of [entry.dependencies, entry.devDependencies]) {
    for (const [name, version] of Object.entries(needed ?? {})) {
      if (needed && isMeant(name)) needed[name] = number(version);
    }
  }
}
