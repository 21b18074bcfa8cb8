import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const KEEP_BYTES = 10 * 1024 * 1024;

/** The path of a log; a large log is first renamed, which replaces the previously renamed one. */
export function freshLog(dataDir: string, name: string): string {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > KEEP_BYTES) renameSync(file, `${file}.old`);
  return file;
}

/** A log file, to which lines are appended. */
export function openLog(dataDir: string, name: string): WriteStream {
  return createWriteStream(freshLog(dataDir, name), { flags: 'a' });
}
