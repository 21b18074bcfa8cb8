import type { SubmittedFile } from '@inlet/contracts/files';
import type { Field } from '#submissions/read-fields.ts';

/** The files of a submission as an additional field; empty if there are none. The submission's link leads to them. */
export function filesField(files: readonly Pick<SubmittedFile, 'name' | 'size'>[]): Field[] {
  if (files.length === 0) return [];
  const text = files.map(({ name, size }) => `${name} (${inUnits(size)})`).join('\n');
  return [{ name: files.length === 1 ? 'File' : 'Files', text }];
}

function inUnits(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
