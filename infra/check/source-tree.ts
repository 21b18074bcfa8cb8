import { basename, extname } from 'node:path/posix';
import { resolveImport, type Target } from './resolve-import.ts';
import { type Import, type ScannedModule, scanModule } from './scan-module.ts';
import { scanStylesheet } from './scan-stylesheet.ts';
import { parseWorkspace, type Workspace } from './workspaces.ts';

/** `source` runs in production, `tooling` prepares or runs it (configuration, infra), `test` proves it. */
export type Kind = 'source' | 'tooling' | 'test';

export interface ResolvedImport extends Import {
  readonly target: Target;
}

export interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly kind: Kind;
  readonly lineCount: number;
  readonly imports: readonly ResolvedImport[];
  readonly exports: ScannedModule['exports'];
  readonly tokens: ScannedModule['tokens'];
  readonly comments: ScannedModule['comments'];
}

export interface SourceTree {
  /** Every file of the repository, those that hold no code included. */
  readonly paths: ReadonlySet<string>;
  readonly workspaces: readonly Workspace[];
  readonly files: readonly SourceFile[];
  /** The SQL of each migration, by its path. */
  readonly migrations: ReadonlyMap<string, string>;
}

const codeExtensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.css']);

/** Whether the check reads what the file holds; the others only count as names. */
export function isRead(path: string): boolean {
  return isCode(path) || isMigration(path) || basename(path) === 'package.json';
}

/** Turns paths and their texts into what the rules judge. Files that `isRead` refuses may have any text. */
export function parseTree(texts: ReadonlyMap<string, string>): SourceTree {
  const paths = new Set(texts.keys());
  const workspaces = [...texts]
    .filter(([path]) => basename(path) === 'package.json')
    .map(([path, text]) => parseWorkspace(path, text));
  const files = [...texts]
    .filter(([path]) => isCode(path))
    .map(([path, text]) => parseFile(path, text, paths, workspaces))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const migrations = new Map([...texts].filter(([path]) => isMigration(path)));
  return { paths, workspaces, files, migrations };
}

function isMigration(path: string): boolean {
  return basename(path) === 'migration.sql';
}

function isCode(path: string): boolean {
  return codeExtensions.has(extname(path)) && !path.split('/').includes('generated');
}

function parseFile(
  path: string,
  text: string,
  paths: ReadonlySet<string>,
  workspaces: readonly Workspace[],
): SourceFile {
  const scanned = scan(path, text);
  const room = roomOf(path, workspaces);
  return {
    ...scanned,
    path,
    room,
    kind: kindOf(path, room),
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: scanned.imports.map((found) => ({
      ...found,
      target: resolveImport(found.specifier, { path, room }, { paths, workspaces }),
    })),
  };
}

function scan(path: string, text: string): ScannedModule {
  if (extname(path) === '.css') return { ...scanStylesheet(text), exports: [], tokens: [] };
  return scanModule(text, { jsx: path.endsWith('x') });
}

function roomOf(path: string, workspaces: readonly Workspace[]): string {
  const rooms = workspaces.map(({ room }) => room).filter((room) => room !== '' && path.startsWith(`${room}/`));
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

function kindOf(path: string, room: string): Kind {
  if (/(?:\.(?:test|spec)|(?:^|\/|\.)test-setup)\.[a-z]+$/.test(path) || path.startsWith('web/e2e/')) return 'test';
  return path.startsWith(`${room}/src/`) && !path.includes('.config.') ? 'source' : 'tooling';
}
