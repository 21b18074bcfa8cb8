import { existsSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Four times what all tests together have there at any moment. */
const neededBytes = 3_000_000_000;

/**
 * Where tests keep what they need for a while: in memory, if there is plenty of it. Each of hundreds of databases is a
 * copy of some hundred files, and on a disk that took a quarter of all the work.
 */
export function temporaryFiles({ TMPDIR }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const isRoomy = () => Math.min(freeBytes(memory), freemem()) >= neededBytes;
  return TMPDIR === undefined && existsSync(memory) && isRoomy() ? { TMPDIR: memory } : {};
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
