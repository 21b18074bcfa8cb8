import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { scanBytes } from '#files/clamd.ts';
import { postponeScan, settleScan, type TakenFile, takeScanning } from '#files/files.store.ts';

/** Has the scanner look at the file that waits longest; answers false where none waits. */
export async function scanFile(pool: Pool, blobs: Blobs, clamd: string): Promise<boolean> {
  let file: TakenFile | null = null;
  try {
    return await transaction(pool, async (client) => {
      file = await takeScanning(client);
      if (!file) return false;
      const bytes = await blobs.get(fileKey(file.formId, file.uploadId, file.id));
      const verdict = bytes ? await scanBytes(clamd, bytes) : 'clean';
      await settleScan(client, file.id, verdict === 'clean' ? 'available' : 'quarantined');
      return true;
    });
  } catch (error) {
    if (file) await postponeScan(pool, (file as TakenFile).id);
    throw error;
  }
}
