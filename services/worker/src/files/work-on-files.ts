import type { Blobs } from '@inlet/blobs/blobs';
import type { WorkRound } from '@inlet/process/background-work';
import type { QueuedJobs } from '@inlet/queue/queued-jobs';
import type { Pool } from 'pg';
import { releaseUnscanned } from '#files/files.store.ts';
import { removeFiles } from '#files/remove-files.ts';
import { scanFile } from '#files/scan-file.ts';
import { sweepUploads } from '#files/sweep-uploads.ts';

export interface FileDeps {
  readonly pool: Pool;
  readonly blobs: Blobs;
}

/**
 * Deletes the bytes of files without a submission, and of uploads that were never attached. Several workers share the
 * work.
 */
export async function removeUnneeded(
  { pool, blobs, queuedBatches }: FileDeps & { readonly queuedBatches: readonly QueuedJobs[] },
  { repeat }: WorkRound,
): Promise<void> {
  try {
    await repeat(async () => (await removeFiles(pool, blobs)) > 0);
  } finally {
    await sweepUploads({ pool, blobs, queues: queuedBatches });
  }
}

/** Scans new files if there is a scanner. */
export async function scanNew(
  { pool, blobs, config: { CLAMD_URL } }: FileDeps & { readonly config: { readonly CLAMD_URL?: string | undefined } },
  { repeat }: WorkRound,
): Promise<void> {
  if (CLAMD_URL === undefined) return releaseUnscanned(pool);
  await repeat(() => scanFile(pool, blobs, CLAMD_URL));
}
