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
 * Takes storage for the files of a submission before their bytes come. Where there is less than is wanted, the answer
 * is what there is: the body also has other parts than files. What is too much goes back when the submission is stored.
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
    // Others that are under way may have taken more than they need.
    if (bytes < wanted && (await hasUploads(run, userId))) return { outcome: 'busy', bytes: 0, limit };
    // An empty file needs no room.
    if (bytes < wanted && bytes <= 0) return { outcome: 'full', bytes: 0, limit };
    await insertUpload(run, { id, formId, userId, bytes });
    return { outcome: 'granted', bytes, limit };
  });
}

/** Gives up an upload whose submission was refused. One that a submission has got meanwhile stays. */
export async function cancelUpload({ database }: UploadDeps, id: string): Promise<void> {
  await closeUpload(runOn(database.pool), id);
}
