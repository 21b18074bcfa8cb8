import type { Blobs } from '@inlet/blobs/blobs';
import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { releaseUnscanned } from '#files/files.store.ts';
import { removeFiles } from '#files/remove-files.ts';
import { scanFile } from '#files/scan-file.ts';
import { type SweepDeps, sweepUploads } from '#files/sweep-uploads.ts';

export interface FileOptions {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly config: { readonly CLAMD_URL?: string | undefined };
  readonly logger: Logger;
}

/** The watch of due work wakes them. */
const intervalMs = 60_000;
const retryMs = 5_000;

/**
 * Deletes the bytes of files whose submissions are gone, and of uploads that never got one. Several workers share the
 * work.
 */
export function startFileRemoval({
  pool,
  blobs,
  logger,
  queue,
}: FileOptions & Pick<SweepDeps, 'queue'>): BackgroundLoop {
  const options = { intervalMs, retryMs, logger, complaint: 'files: removal failed' };
  return startBackgroundLoop(options, async ({ signal }: Round) => {
    try {
      while (!signal.aborted && (await removeFiles(pool, blobs)) > 0);
    } finally {
      await sweepUploads({ pool, blobs, queue });
    }
  });
}

/** Has new files scanned, if there is a scanner. */
export function startScanning({ pool, blobs, config: { CLAMD_URL }, logger }: FileOptions): BackgroundLoop {
  const options = { intervalMs, retryMs, logger, complaint: 'files: scanning failed' };
  return startBackgroundLoop(options, async ({ signal }: Round) => {
    if (CLAMD_URL === undefined) return releaseUnscanned(pool);
    while (!signal.aborted && (await scanFile(pool, blobs, CLAMD_URL)));
  });
}
