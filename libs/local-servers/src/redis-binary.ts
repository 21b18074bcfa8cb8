import { findOrInstall, installDebianPackages, stopPackagedService } from '#debian-package.ts';
import { findProgram } from '#find-program.ts';

export const redisPrograms = ['redis-server', 'valkey-server'];
const PACKAGE = 'redis-server';
export const sentinelPrograms = ['redis-sentinel', 'valkey-sentinel'];
const missing =
  'Redis is missing: install redis-server (Debian, Ubuntu: sudo apt-get install redis-server) or valkey, ' +
  'or set REDIS_URL to one that runs elsewhere';

const sentinelMissing =
  'redis-sentinel is missing: install it (Debian, Ubuntu: sudo apt-get install redis-sentinel; elsewhere it comes with Redis)';
const clusterTools = ['redis-cli', 'valkey-cli'];
const clusterToolMissing = 'redis-cli is missing: install it (Debian, Ubuntu: sudo apt-get install redis-tools)';

/** The path of the server, which is installed first if it is missing and this machine allows it. */
export function redisBinary(path: string, say: (line: string) => void): Promise<string> {
  const install = () => installQuietly(PACKAGE, say);
  return findOrInstall(() => findProgram(redisPrograms, path), { path, missing, install });
}

/** The path of Sentinel, which only tests need. `npm test` installs it before the first test. */
export function sentinelBinary(path: string): string {
  const program = findProgram(sentinelPrograms, path);
  if (program === undefined) throw new Error(sentinelMissing);
  return program;
}

/** The path of the program that makes a cluster of servers, which only tests need. */
export function clusterTool(path: string): string {
  const program = findProgram(clusterTools, path);
  if (program === undefined) throw new Error(clusterToolMissing);
  return program;
}

async function installQuietly(name: string, say: (line: string) => void): Promise<void> {
  say(`Installing ${name} with apt-get`);
  await installDebianPackages(name);
  await stopPackagedService(name);
}
