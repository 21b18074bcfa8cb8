import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { forgetFiles, takeDeleting } from '#files/files.store.ts';

const filesAtOnce = 50;

/**
 * Deletes the bytes of some files, then gives their storage back and forgets them; returns how many. The bytes go
 * first: after a crash in between they are deleted once more, and nothing is given back twice. What cannot be deleted
 * stays, and holds up no other.
 */
export function removeFiles(pool: Pool, blobs: Blobs, ids: readonly string[] | null = null): Promise<number> {
  return transaction(pool, async (client) => {
    const files = await takeDeleting(client, filesAtOnce, ids);
    if (files.length === 0) return 0;
    const attempts = await Promise.allSettled(
      files.map(({ formId, uploadId, id }) => blobs.delete(fileKey(formId, uploadId, id))),
    );
    const gone = files.filter((_, index) => attempts[index]?.status === 'fulfilled').map(({ id }) => id);
    const failed = attempts.find((attempt) => attempt.status === 'rejected');
    if (failed && gone.length === 0) throw failed.reason;
    await forgetFiles(client, gone);
    return gone.length;
  });
}
