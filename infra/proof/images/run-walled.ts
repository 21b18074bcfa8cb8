import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The user of the images, which owns no files. */
const imageUser = 65_532;

interface WalledProgram {
  /** The folder that was collected. */
  readonly app: string;
  /** The path of the program, below `app`. */
  readonly workdir: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const ownMounts = ['--mount', '--propagation', 'private'];

/**
 * Runs Node as in a container: another user, a read-only file system, only `/tmp` writable. That takes root and
 * a kernel with private mounts. Elsewhere only the folder is read-only.
 */
export async function runWalled({ app, workdir, args, env }: WalledProgram) {
  const root = `${app}-root`;
  await mkdir(root, { recursive: true });
  const isWalled = canWallIn(root);
  if (!isWalled) await setFolderModes(app, 0o555);
  const script = join(import.meta.dirname, 'wall-in.sh');
  const walls = [...ownMounts, script, root, app, dirname(process.execPath), `/app/${workdir}`, 'node', ...args];
  const child = isWalled
    ? spawn('unshare', walls, { env })
    : spawn(await reachableNode(root), args, { cwd: join(app, workdir), env, ...otherUser() });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return {
    child,
    /** Resolves when the program has exited, with its code and output. */
    ended: ended.then(([, output, errors]) => ({ code: child.exitCode, output: output + errors })),
  };
}

/** Sets the mode of a folder and of every folder in it: without the right to write, nothing can be added or removed. */
export async function setFolderModes(folder: string, mode: 0o555 | 0o755): Promise<void> {
  await chmod(folder, mode);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await setFolderModes(join(folder, entry.name), mode);
  }
}

/** Whether this process may create private mounts. */
export function canWallIn(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;
}

/** Another user may be unable to reach the project, for example below the home of root. */
async function reachableNode(folder: string): Promise<string> {
  if (process.getuid?.() !== 0) return process.execPath;
  const node = join(folder, 'node');
  if (!existsSync(node)) await copyFile(process.execPath, node);
  return node;
}

function otherUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: imageUser, gid: imageUser } : {};
}
