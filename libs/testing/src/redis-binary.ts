import { findOrInstall, installDebianPackage, stopPackagedService } from '#debian-package.ts';
import { findProgram } from '#find-program.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
const PACKAGE = 'redis-server';
const missing =
  'Redis is missing: install redis-server (Debian, Ubuntu: sudo apt-get install redis-server) or valkey, ' +
  'or set REDIS_URL to one that runs elsewhere';

/** The server's program, installed first where it is missing and this machine lets us. */
export function redisBinary(path: string, say: (line: string) => void): Promise<string> {
  async function install(): Promise<void> {
    say(`Installing ${PACKAGE} with apt-get`);
    await installDebianPackage(PACKAGE);
    await stopPackagedService(PACKAGE);
  }
  return findOrInstall(() => findProgram(PROGRAMS, path), { path, missing, install });
}
