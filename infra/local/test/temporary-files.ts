import { existsSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

/** The folder for files in memory on Linux. */
const memory = '/dev/shm';
/** Four times the space that all tests together use at any moment. */
const neededBytes = 3_000_000_000;

/**
 * The folder for temporary files of tests: in memory if there is enough. Each of hundreds of databases is a copy of
 * some hundred files, which took a quarter of the whole time on a disk.
 */
export function temporaryFiles({ TMPDIR }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const isRoomy = () => Math.min(freeBytes(memory), freemem()) >= neededBytes;
  return TMPDIR === undefined && existsSync(memory) && isRoomy() ? { TMPDIR: memory } : {};
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
