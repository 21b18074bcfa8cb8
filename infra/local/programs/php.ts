import { spawnSync } from 'node:child_process';
import { findOrInstall, installDebianPackage } from '@inlet/testing/debian-package';
import { findProgram } from '@inlet/testing/find-program';
import { withProgress } from '#install/progress.mjs';

const missing =
  "The documentation's samples need PHP with curl: install it (Debian, Ubuntu: sudo apt-get install php-cli php-curl).";

/** PHP as a web server of today has it, installed first where it is missing and this machine lets us. */
export function findPhp(path: string): Promise<string> {
  const install = () => withProgress('Installing PHP with apt-get', installPhp);
  return findOrInstall(() => findPhpWithCurl(path), { path, missing, install });
}

async function installPhp(): Promise<void> {
  for (const name of ['php-cli', 'php-curl']) await installDebianPackage(name);
}

function findPhpWithCurl(path: string): string | undefined {
  const php = findProgram(['php'], path);
  return php && spawnSync(php, ['-r', "exit((int) !extension_loaded('curl'));"]).status === 0 ? php : undefined;
}
