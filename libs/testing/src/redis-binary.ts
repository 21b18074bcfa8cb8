import { findOrInstall, installDebianPackage, stopPackagedService } from '#debian-package.ts';
import { findProgram } from '#find-program.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
const PACKAGE = 'redis-server';
const SENTINEL_PROGRAMS = ['redis-sentinel', 'valkey-sentinel'];
const SENTINEL_PACKAGE = 'redis-sentinel';
const missing =
  'Redis is missing: install redis-server (Debian, Ubuntu: sudo apt-get install redis-server) or valkey, ' +
  'or set REDIS_URL to one that runs elsewhere';

const sentinelMissing =
  'redis-sentinel is missing: install it (Debian, Ubuntu: sudo apt-get install redis-sentinel; elsewhere it comes with Redis)';

/** The server's program, installed first where it is missing and this machine lets us. */
export function redisBinary(path: string, say: (line: string) => void): Promise<string> {
  const install = () => installQuietly(PACKAGE, say);
  return findOrInstall(() => findProgram(PROGRAMS, path), { path, missing, install });
}

/** The program of Sentinel, which only tests need; found or installed likewise. */
export function sentinelBinary(path: string, say: (line: string) => void): Promise<string> {
  const install = () => installQuietly(SENTINEL_PACKAGE, say);
  return findOrInstall(() => findProgram(SENTINEL_PROGRAMS, path), { path, missing: sentinelMissing, install });
}

async function installQuietly(name: string, say: (line: string) => void): Promise<void> {
  say(`Installing ${name} with apt-get`);
  await installDebianPackage(name);
  await stopPackagedService(name);
}
