import { canInstallPackages, installDebianPackage, stopPackagedService } from '#debian-package.ts';
import { findProgram } from '#find-program.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
const PACKAGE = 'redis-server';

/** The server's program, installed first where it is missing and this machine lets us. */
export async function redisBinary(path: string, say: (line: string) => void): Promise<string> {
  const found = findProgram(PROGRAMS, path);
  if (found) return found;
  if (!canInstallPackages(path)) throw new Error(missing);
  say(`Installing ${PACKAGE} with apt-get`);
  await installDebianPackage(PACKAGE);
  await stopPackagedService(PACKAGE);
  const installed = findProgram(PROGRAMS, path);
  if (!installed) throw new Error(missing);
  return installed;
}

const missing =
  'Redis is missing: install redis-server (Debian, Ubuntu: sudo apt-get install redis-server) or valkey, ' +
  'or set REDIS_URL to one that runs elsewhere';
