import { cpSync, existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type LockFile, productionClosure } from '#image/production-closure.ts';

/** The files of a workspace besides its sources. */
const besideSources: Readonly<Record<string, string | readonly string[]>> = {
  'libs/client': ['libs/client/versions.json', 'libs/client/versions'],
  'libs/db': 'libs/db/prisma/migrations',
  'services/gateway': 'web/dist',
};
const forTests = /\.(?:test|spec|test-setup)\.[a-z]+$/;

/** Copies the files of one service, and nothing else, from an installed and built project to an empty folder. */
export async function collectService(project: string, service: string, target: string): Promise<void> {
  const lock: LockFile = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
  const { workspaces, links, packages } = productionClosure(lock, `services/${service}`);
  for (const workspace of workspaces) {
    const paths = [join(workspace, 'package.json'), join(workspace, 'src'), besideSources[workspace] ?? []].flat();
    for (const path of paths) await copy(project, path, target);
  }
  // A package for another system is in the lock file but not on the disk.
  for (const place of packages.filter((candidate) => existsSync(join(project, candidate)))) {
    copyPackage(project, place, target);
  }
  for (const link of links) await copyLink(lock, link, target);
}

/** Packages inside this one are copied on their own. Without a filter Node copies several times as fast. */
function copyPackage(project: string, place: string, target: string): void {
  const inside = join(project, place, 'node_modules');
  const filter = existsSync(inside) && { filter: (source: string) => source !== inside };
  cpSync(join(project, place), join(target, place), { recursive: true, ...filter });
}

function copy(project: string, path: string, target: string): Promise<void> {
  const filter = (source: string) => !forTests.test(source);
  return cp(join(project, path), join(target, path), { recursive: true, filter });
}

async function copyLink({ packages }: LockFile, link: string, target: string): Promise<void> {
  const folder = packages[link]?.resolved ?? '';
  await mkdir(dirname(join(target, link)), { recursive: true });
  await symlink(relative(dirname(link), folder), join(target, link));
}
