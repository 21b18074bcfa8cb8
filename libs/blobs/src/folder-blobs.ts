import { type FileHandle, mkdir, open, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Blobs } from '#blobs.ts';

/** Keys must match this pattern, so that none can lead out of the folder. */
const keyPattern = /^[\da-z-]+(\/[\da-z-]+)*(\.part)?$/;
/** The suffix of an incomplete upload's name. */
const unfinished = '.part';

/** Stores blobs in a folder that all services share. */
export function openFolderBlobs(folder: string): Blobs {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('A key may only have letters, digits, hyphens and slashes');
    return join(folder, key);
  };

  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      try {
        await write(path + unfinished, bytes);
        await rename(path + unfinished, path);
        for (let each = dirname(path); ; each = dirname(each)) {
          await using(await open(each), (handle) => handle.sync());
          if (each === folder || each === dirname(each)) break;
        }
      } catch (error) {
        await forgive('ENOENT', unlink(path + unfinished));
        throw error;
      }
    },
    get: async (key) => (await forgive('ENOENT', open(pathOf(key))))?.createReadStream() ?? null,
    sizeOf: async (key) => (await forgive('ENOENT', stat(pathOf(key))))?.size ?? null,
    delete: async (key) => {
      const path = pathOf(key);
      await forgive('ENOENT', unlink(path));
      // The folder holds one upload, so it is removed with the last file.
      await rmdir(dirname(path)).catch(() => undefined);
    },
    list: async function* (prefix) {
      const start = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = await forgive('ENOENT', readdir(start, { recursive: true, withFileTypes: true }));
      for (const entry of entries ?? []) {
        const key = relative(folder, join(entry.parentPath, entry.name));
        if (entry.isFile() && key.startsWith(prefix)) yield key;
      }
    },
  };
}

async function write(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await using(await open(path, 'w'), async (handle) => {
    for await (const piece of bytes) await handle.writeFile(piece);
    await handle.sync();
  });
}

async function using(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

async function forgive<Value>(code: string, attempt: Promise<Value>): Promise<Value | null> {
  return attempt.catch((error: NodeJS.ErrnoException) => {
    if (error.code === code) return null;
    throw error;
  });
}
