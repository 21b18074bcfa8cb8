import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that an embedded server runs as; absent if it runs as the current user. */
export type ServerUser = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root, and Redis should not; so root runs them as another user. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = parsePasswd(readFileSync('/etc/passwd', 'utf8'));
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody"');
  return user;
}

/** True if this user can traverse every folder of the path, including the last. */
export function canReach(path: string, user: ServerUser | undefined): boolean {
  if (!user) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    if (!mayPass(folder, user)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayPass(folder: string, user: ServerUser): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

function parsePasswd(text: string): ServerUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
