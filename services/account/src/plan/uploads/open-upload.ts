import type { UploadAnswer, UploadRequest } from '@inlet/contracts/uploads';
import { runOn } from '@inlet/db/run-sql';
import { transaction } from '@inlet/db/transaction';
import {
  closeUpload,
  findForm,
  findReserved,
  hasUploads,
  insertUpload,
  lockStorage,
} from '#plan/uploads/uploads.store.ts';
import type { Resources } from '#resources.ts';

type UploadDeps = Pick<Resources, 'database' | 'plans'>;

/**
 * Reserves storage for a submission's files before their bytes arrive. If there is less than requested, it reserves the
 * rest: the body also has parts that are not files. The excess is released when the submission is stored.
 */
export function openUpload(
  { database, plans }: UploadDeps,
  { id, formId, bytes: wanted }: UploadRequest,
): Promise<UploadAnswer> {
  return transaction(database.pool, async (client) => {
    const run = runOn(client);
    const form = await findForm(run, formId);
    const limit = form ? plans.limitsOf(form.plan).storageBytes : 0;
    if (!form?.takesFiles || limit === 0) return { outcome: 'off', bytes: 0, limit };
    const { userId } = form;
    const used = await lockStorage(run, userId);
    const reserved = await findReserved(run, id);
    if (reserved !== null) return { outcome: 'granted', bytes: reserved, limit };
    const bytes = Math.min(wanted, limit - used);
    // Other running uploads may have reserved more than they need.
    if (bytes < wanted && (await hasUploads(run, userId))) return { outcome: 'busy', bytes: 0, limit };
    // An empty file needs no storage.
    if (bytes < wanted && bytes <= 0) return { outcome: 'full', bytes: 0, limit };
    await insertUpload(run, { id, formId, userId, bytes });
    return { outcome: 'granted', bytes, limit };
  });
}

/** Cancels an upload whose submission was refused. One that was attached meanwhile is kept. */
export async function cancelUpload({ database }: UploadDeps, id: string): Promise<void> {
  await closeUpload(runOn(database.pool), id);
}
