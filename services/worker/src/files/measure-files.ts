import { mkdir, statfs } from 'node:fs/promises';
import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Pool } from 'pg';
import { countBytes } from '#files/files.store.ts';

interface MeasureOptions {
  readonly pool: Pool;
  readonly metrics: Metrics;
  readonly config: { readonly FILES_FOLDER?: string | undefined; readonly FILES_BUCKET?: string | undefined };
}

/** Measures the size of all files, and the free space on their folder's volume. The capacity of a bucket is unknown. */
export function measureFiles({ pool, metrics, config: { FILES_FOLDER, FILES_BUCKET } }: MeasureOptions): void {
  defineLookup(metrics, 'inlet_files_bytes', 'Bytes of all files, including the reservations of uploads', () =>
    countBytes(pool),
  );
  const help = 'Free bytes on the volume of the files; absent for a bucket';
  if (FILES_FOLDER === undefined || FILES_BUCKET !== undefined) return;
  defineLookup(metrics, 'inlet_files_free_bytes', help, async () => {
    await mkdir(FILES_FOLDER, { recursive: true });
    const { bavail, bsize } = await statfs(FILES_FOLDER);
    return bavail * bsize;
  });
}
