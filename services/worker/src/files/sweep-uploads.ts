import type { Blobs } from '@inlet/blobs/blobs';
import { unattachedHoursMax, uploadPrefix } from '@inlet/contracts/files';
import { jobsReadAtOnce, type QueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import type { Pool } from 'pg';
import {
  closeUploads,
  findClosing,
  findOld,
  findSetAside,
  type OldUpload,
  removeUpload,
} from '#files/uploads.store.ts';

export interface SweepDeps {
  readonly pool: Pool;
  readonly blobs: Blobs;
  /** The queues of submissions. If one of them cannot be read, no upload is closed. */
  readonly queues: readonly QueuedJobs[];
  /** Only tests use another time. */
  readonly now?: () => Date;
}

const closingAtOnce = 50;

/**
 * Removes uploads whose submission was never stored. A submission that is queued, has failed or was set aside may still
 * be stored, however late, so its upload is kept.
 */
export async function sweepUploads(deps: SweepDeps): Promise<void> {
  try {
    await closeOld(deps);
  } finally {
    // While Redis is away, no old upload is closed, but closed ones are removed.
    await removeClosing(deps.pool, deps.blobs);
  }
}

async function closeOld({ pool, queues, now = () => new Date() }: SweepDeps): Promise<void> {
  const old = await findOld(pool, unattachedHoursMax, now());
  const kept = new Set(old.length > 0 ? await findNamed(pool, queues, old) : []);
  await closeUploads(
    pool,
    old.filter((id) => !kept.has(id)),
  );
}

/** Deletes the bytes and rows of some closed uploads. One that cannot be deleted does not block others. */
export async function removeClosing(pool: Pool, blobs: Blobs): Promise<void> {
  const failures: unknown[] = [];
  for (const upload of await findClosing(pool, closingAtOnce)) {
    await removeOne(pool, blobs, upload).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function removeOne(pool: Pool, blobs: Blobs, { id, formId }: OldUpload): Promise<void> {
  for await (const key of blobs.list(uploadPrefix(formId, id))) await blobs.delete(key);
  await removeUpload(pool, id);
}

/** The uploads of submissions that are not stored yet. */
async function findNamed(pool: Pool, queues: readonly QueuedJobs[], uploads: readonly string[]): Promise<string[]> {
  // Checked before and after the queue: a failing submission is set aside while it is in the queue, and a replay queues
  // it again.
  const named = new Set(await findSetAside(pool, uploads));
  for (const queue of queues) {
    const jobs = await queue.ids(queuedStates);
    for (let first = 0; first < jobs.length; first += jobsReadAtOnce) {
      for (const { data } of await queue.read(jobs.slice(first, first + jobsReadAtOnce))) {
        for (const id of uploads) if (data.includes(id)) named.add(id);
      }
    }
  }
  return [...named, ...(await findSetAside(pool, uploads))];
}
