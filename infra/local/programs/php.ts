import { spawnSync } from 'node:child_process';
import { findProgram } from '@inlet/local-servers/find-program';

/** PHP with curl, as on a current web server. */
export function findPhp(path: string): string | undefined {
  const php = findProgram(['php'], path);
  return php && spawnSync(php, ['-r', "exit((int) !extension_loaded('curl'));"]).status === 0 ? php : undefined;
}
