import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Does the work while no other process does the same: two installations or builds at once leave half of each. The file
 * names the process that is at work.
 */
export async function withProcessLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!tryLock(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes a file for this process alone, and writes its pid there; false where another has it. */
export function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

// Signal 0 asks whether the process exists; it belongs to somebody else when asking is not permitted.
function isAbandoned(file) {
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
