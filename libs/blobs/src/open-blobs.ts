import type { FilesSettings } from '@inlet/service/files-env';
import type { Blobs } from '#blobs.ts';
import { openFolderBlobs } from '#folder-blobs.ts';

/** The store that is configured. */
export function openBlobs({ FILES_FOLDER }: Partial<FilesSettings>): Blobs {
  return FILES_FOLDER === undefined ? nothing : openFolderBlobs(FILES_FOLDER);
}

/** Of an installation that takes no files. */
const nothing: Blobs = {
  put: async () => {
    throw new Error('This installation keeps no files');
  },
  get: async () => null,
  sizeOf: async () => null,
  delete: async () => undefined,
  list: async function* () {},
};
