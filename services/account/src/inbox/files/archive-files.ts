import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { fitName } from '#inbox/files/file-name.ts';
import type { StoredFile } from '#inbox/files/files.store.ts';
import type { AddEntry } from '#inbox/files/stream-zip.ts';

/** Adds files to an archive under their original names. Duplicate names in a folder get numbers. */
export async function archiveFiles(
  blobs: Blobs,
  add: AddEntry,
  files: readonly StoredFile[],
  folderOf: (file: StoredFile) => string,
): Promise<void> {
  const taken = new Set<string>();
  for (const file of files) {
    const source = await blobs.get(fileKey(file.formId, file.uploadId, file.id));
    // It was just deleted.
    if (!source) continue;
    const path = freeName(`${folderOf(file)}${fitName(file.name)}`, taken);
    await add(source, path, { compress: false, mtime: file.receivedAt });
  }
}

function freeName(wanted: string, taken: Set<string>): string {
  const [, stem = wanted, extension = ''] = /^(.+?)(\.[^./]*)?$/.exec(wanted) ?? [];
  let name = wanted;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem} (${n})${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
