import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRead } from './source-tree.ts';

/** Room for the names of some 100,000 files. */
const listMaxBytes = 16 * 1024 * 1024;

/** Folders that hold nothing of ours, for a copy of the project that came without git; .gitignore names the same. */
const foreignFolders = new Set(['node_modules', 'dist', 'generated', 'test-results', 'playwright-report']);

/** Reads the project's files: what git tracks or would track. Files that the check does not read have no text. */
export async function readListedFiles(root: string): Promise<Map<string, string>> {
  const paths = (await listWithGit(root)) ?? (await listFolder(root, ''));
  const texts = await Promise.all(paths.map((path) => (isRead(path) ? readIfThere(join(root, path)) : '')));
  return new Map(paths.flatMap((path, index) => (texts[index] == null ? [] : [[path, texts[index]]])));
}

async function listWithGit(root: string): Promise<string[] | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-coz', '--exclude-standard'], {
      cwd: root,
      maxBuffer: listMaxBytes,
      env: withoutGitVariables(process.env),
    });
    const paths = stdout.split('\0').filter((path) => path !== '');
    return paths.length > 0 ? [...new Set(paths)] : null;
  } catch {
    // No git, no repository, or one that belongs to somebody else: the folder itself is as good a list.
    return null;
  }
}

/** Within a hook git points these at the repository being committed, whichever folder is asked about. */
function withoutGitVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')));
}

async function listFolder(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    const isForeign = entry.name.startsWith('.') || foreignFolders.has(entry.name);
    return isForeign ? [] : listFolder(root, path);
  });
  return (await Promise.all(nested)).flat();
}

/** A file that was deleted but is still tracked is on git's list. */
async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
