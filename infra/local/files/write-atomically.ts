import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file so that a reader finds the old or the new text, but never a part of it. */
export function writeAtomically(file: string, text: string, mode = 0o644): void {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, text, { mode });
  renameSync(unfinished, file);
}
