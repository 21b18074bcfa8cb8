import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const KEEP_BYTES = 10 * 1024 * 1024;

/** The path of a log; one that has grown large is put aside first, in place of the one put aside before. */
export function freshLog(dataDir: string, name: string): string {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > KEEP_BYTES) renameSync(file, `${file}.old`);
  return file;
}

/** A log that lines are added to. */
export function openLog(dataDir: string, name: string): WriteStream {
  return createWriteStream(freshLog(dataDir, name), { flags: 'a' });
}
