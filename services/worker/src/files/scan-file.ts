import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { scanBytes } from '#files/clamd.ts';
import { setState, takeScanning } from '#files/files.store.ts';

/** Has the scanner look at the file that waits longest; answers false where none waits. */
export function scanFile(pool: Pool, blobs: Blobs, clamd: string): Promise<boolean> {
  return transaction(pool, async (client) => {
    const file = await takeScanning(client);
    if (!file) return false;
    const bytes = await blobs.get(fileKey(file.formId, file.uploadId, file.id));
    const verdict = bytes ? await scanBytes(clamd, bytes) : 'clean';
    await setState(client, file.id, verdict === 'clean' ? 'available' : 'quarantined');
    return true;
  });
}
