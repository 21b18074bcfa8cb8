import type { Readable } from 'node:stream';
import { fileKey } from '@inlet/contracts/files';
import { fileNotFound } from '#errors.ts';
import { archiveFiles } from '#inbox/files/archive-files.ts';
import * as store from '#inbox/files/files.store.ts';
import { streamZip } from '#inbox/files/stream-zip.ts';
import type { Resources } from '#resources.ts';

type FileDeps = Pick<Resources, 'database' | 'blobs'>;

export interface Download {
  readonly name: string;
  /** Null if it is only known at the end. */
  readonly size: number | null;
  readonly open: () => Promise<AsyncIterable<Buffer>>;
}

/** A file, if it may be downloaded. */
export async function findFile({ database, blobs }: FileDeps, id: string): Promise<Download> {
  const file = await store.findStoredFile(database.pool, id);
  if (!file) throw fileNotFound();
  const { formId, uploadId, name, size } = file;
  const open = async (): Promise<Readable> => {
    const source = await blobs.get(fileKey(formId, uploadId, id));
    if (!source) throw fileNotFound();
    return source;
  };
  return { name, size, open };
}

/** All downloadable files of a submission, as one archive. */
export async function findArchive({ database, blobs }: FileDeps, submissionId: string): Promise<Download> {
  const files = await store.findFiles(database.pool, [submissionId]);
  const [first] = files;
  if (!first) throw fileNotFound();
  return {
    name: `files-${first.receivedAt.toISOString().slice(0, 10)}.zip`,
    size: null,
    open: async () => streamZip((add) => archiveFiles(blobs, add, files, () => '')),
  };
}
