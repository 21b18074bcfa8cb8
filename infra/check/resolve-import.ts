import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { lookUp, restAfter, type Workspace } from './workspaces.ts';

/** Where an import leads. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  /** A package of this repository that does not list what is asked of it. */
  | { readonly kind: 'unlisted'; readonly room: string }
  | { readonly kind: 'package'; readonly name: string }
  /** Node itself, or a name that a build tool makes up. */
  | { readonly kind: 'builtin' }
  | { readonly kind: 'missing' };

interface Surroundings {
  readonly paths: ReadonlySet<string>;
  readonly workspaces: readonly Workspace[];
}

/** Resolves an import as Node does, among the files of this repository. */
export function resolveImport(
  specifier: string,
  from: { readonly path: string; readonly room: string },
  { paths, workspaces }: Surroundings,
): Target {
  const name = specifier.replace(/\?.*$/, '');
  if (isRelative(name)) return fileOrMissing(join(dirname(from.path), name), paths);
  if (name.startsWith('#')) {
    const workspace = workspaces.find(({ room }) => room === from.room);
    const target = workspace ? lookUp(workspace.imports, name) : null;
    return target === null ? { kind: 'missing' } : fileOrMissing(join(from.room, target), paths);
  }
  if (name.startsWith('/')) return { kind: 'missing' };
  if (name.includes(':') || isBuiltin(name)) return { kind: 'builtin' };
  const packageName = packageOf(name);
  const workspace = workspaces.find((candidate) => candidate.name === packageName);
  if (workspace === undefined) return { kind: 'package', name: packageName };
  const target = lookUp(workspace.exports, `.${name.slice(packageName.length)}`);
  if (target === null) return { kind: 'unlisted', room: workspace.room };
  return fileOrMissing(join(workspace.room, target), paths);
}

/** The `#` name by which a file of a package can be imported inside it, or null when no entry of `imports` maps there. */
export function hashNameOf(path: string, workspace: Workspace): string | null {
  for (const [key, value] of Object.entries(workspace.imports)) {
    const target = join(workspace.room, value);
    if (target === path) return key;
    const rest = restAfter(target, path);
    if (rest !== null) return key.replace('*', () => rest);
  }
  return null;
}

export function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier);
}

export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Generated files are on no list: they are made after the clone. */
function fileOrMissing(path: string, paths: ReadonlySet<string>): Target {
  return paths.has(path) || path.split('/').includes('generated') ? { kind: 'file', path } : { kind: 'missing' };
}
