import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
/** What PostgreSQL has before anything is in it is more than Redis needs. */
const sizes = { redis: '24m', postgres: '256m' };

/** A disk that a test may fill, in memory; null where this process may not make one, which takes root. */
export async function mountSmallDisk(store: keyof typeof sizes) {
  const folder = join(await createDisposableFolder(), 'disk');
  await mkdir(folder);
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${sizes[store]}`, 'inlet-faults', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return null;
  onTestFinished(async () => {
    await run('umount', [folder]);
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    /** Leaves so many bytes free. */
    fill: async (leftBytes: number) => {
      const { bavail, bsize } = await statfs(folder);
      const filled = writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
      // The store writes meanwhile, and may take the last of it.
      await filled.catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    makeRoom: () => rm(filler),
  };
}
