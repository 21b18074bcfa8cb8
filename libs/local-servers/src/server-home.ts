import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach, type ServerUser } from '#server-user.ts';

/** The folder for data that another user must reach if the project is in a folder closed to others. */
export const SHARED_ROOT = '/var/lib/inlet';

/** Creates a server's data folder, and reports if it differs from the requested one. */
export function serverHome(dir: string, user: ServerUser | undefined, say: (line: string) => void): string {
  const home = chooseHome(dir, user);
  if (user && home !== dir) {
    say(`The user "${user.name}" cannot reach ${dirname(dir)}; it keeps its data in ${dirname(home)}`);
    makeOpenFolder(SHARED_ROOT);
    makeOpenFolder(dirname(home));
  }
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o700);
  if (user) chownSync(home, user.uid, user.gid);
  return home;
}

/**
 * The requested folder, or one that its user can reach. The latter is named after the requested folder, so that the
 * next start finds the same data, and separate servers stay separate.
 */
export function chooseHome(dir: string, user: ServerUser | undefined): string {
  if (canReach(dir, user)) return dir;
  const name = createHash('sha256').update(dirname(dir)).digest('hex').slice(0, 16);
  return join(SHARED_ROOT, name, basename(dir));
}

/** Creates a folder that other users can traverse, regardless of the umask. */
export function makeOpenFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
}
