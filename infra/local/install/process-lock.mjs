import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs work while no other process runs the same: two concurrent installations or builds would each leave a partial
 * result. The file contains the pid of the process at work.
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

/** Claims a file for this process alone by writing its pid; returns false if another process has it. */
export function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

// Signal 0 checks if the process exists; without permission to signal it, it belongs to another user.
function isAbandoned(file) {
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
