import { spawnSync } from 'node:child_process';
import { findProgram } from '@inlet/local-servers/find-program';

/** PHP with curl, as a web server of today has it. */
export function findPhp(path: string): string | undefined {
  const php = findProgram(['php'], path);
  return php && spawnSync(php, ['-r', "exit((int) !extension_loaded('curl'));"]).status === 0 ? php : undefined;
}
