import type { Blobs } from '#blobs.ts';
import type { FilesSettings } from '#files-env.ts';
import { openFolderBlobs } from '#folder-blobs.ts';
import { openS3Blobs } from '#s3-blobs.ts';

/** Opens the configured store; a bucket takes precedence over a folder. */
export function openBlobs(settings: Partial<FilesSettings>): Blobs {
  const { FILES_BUCKET, FILES_FOLDER } = settings;
  if (FILES_BUCKET !== undefined) return openS3Blobs(FILES_BUCKET, settings);
  return FILES_FOLDER === undefined ? nothing : openFolderBlobs(FILES_FOLDER);
}

/** The store of an installation that accepts no files. */
const nothing: Blobs = {
  put: async () => {
    throw new Error('This installation stores no files');
  },
  get: async () => null,
  sizeOf: async () => null,
  delete: async () => undefined,
  list: async function* () {},
};
