import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canReach, type ServerUser } from '#server-user.ts';

/** Where what another user must reach is kept when the project lies below a folder closed to others. */
export const SHARED_ROOT = '/var/lib/inlet';

/** Makes the folder a server keeps its data in, and says so when that has to be another than the one asked for. */
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
 * The folder asked for, or where its user can reach it. That place is named after the folder, so that the next start
 * finds the same data again, and servers that were to live side by side still do.
 */
export function chooseHome(dir: string, user: ServerUser | undefined): string {
  if (canReach(dir, user)) return dir;
  const name = createHash('sha256').update(dirname(dir)).digest('hex').slice(0, 16);
  return join(SHARED_ROOT, name, basename(dir));
}

/** Makes a folder that others may pass through, with any umask. */
export function makeOpenFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
}
