import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { scanBytes } from '#files/clamd.ts';
import { postponeScan, settleScan, takeScanning } from '#files/files.store.ts';

/** Has the scanner look at the file that waits longest; returns false where none waits. */
export async function scanFile(pool: Pool, blobs: Blobs, clamd: string): Promise<boolean> {
  const scan = await transaction(pool, async (client) => {
    const file = await takeScanning(client);
    if (!file) return { isFound: false };
    let isClean: boolean;
    try {
      const bytes = await blobs.get(fileKey(file.formId, file.uploadId, file.id));
      isClean = !bytes || (await scanBytes(clamd, bytes)) === 'clean';
    } catch (error) {
      // The transaction is committed: a failed one would drop its connection, and leave it to the server to release the
      // file.
      await postponeScan(client, file.id);
      return { isFound: true, error };
    }
    await settleScan(client, file.id, isClean ? 'available' : 'quarantined');
    return { isFound: true };
  });
  if ('error' in scan) throw scan.error;
  return scan.isFound;
}
