import { dirname } from 'node:path/posix';

/** One package of the repository, as far as the rules ask. */
export interface Workspace {
  /** Its folder from the root, such as `libs/db`; empty for the root itself. */
  readonly room: string;
  readonly name: string;
  readonly imports: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
}

interface Manifest {
  readonly name?: string;
  readonly imports?: Record<string, unknown>;
  readonly exports?: Record<string, unknown>;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** Reads a `package.json`. Conditions in its maps are no part of this house, so only plain strings count. */
export function parseWorkspace(path: string, text: string): Workspace {
  const manifest: Manifest = JSON.parse(text);
  return {
    room: dirname(path) === '.' ? '' : dirname(path),
    name: manifest.name ?? path,
    imports: stringsOf(manifest.imports),
    exports: stringsOf(manifest.exports),
    dependencies: new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })),
    devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
  };
}

/** Looks a name up in an `imports` or `exports` map as Node does: the exact entry first, else the longest pattern. */
export function lookUp(map: Readonly<Record<string, string>>, key: string): string | null {
  const exact = map[key];
  if (exact !== undefined) return exact;
  const patterns = Object.keys(map).filter((pattern) => restAfter(pattern, key) !== null);
  const best = patterns.toSorted((a, b) => b.indexOf('*') - a.indexOf('*'))[0];
  if (best === undefined) return null;
  return map[best]?.replaceAll('*', () => restAfter(best, key) ?? '') ?? null;
}

/** What stands for the `*` of a pattern in a text, or null when the text does not follow the pattern. */
export function restAfter(pattern: string, text: string): string | null {
  const star = pattern.indexOf('*');
  if (star === -1) return null;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length;
  return fits ? text.slice(before.length, text.length - after.length) : null;
}

function stringsOf(map: Record<string, unknown> = {}): Record<string, string> {
  const entries = Object.entries(map);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
