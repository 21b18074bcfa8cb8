import { open } from 'node:fs/promises';

/** Resolves when the names of a folder's files are on disk: otherwise, a crash may lose a new or renamed file. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
