import type { DeletedSubmissions, SubmissionFilter } from '@inlet/contracts/submissions';
import { unavailable } from '@inlet/http/errors';
import { createSemaphore } from '@inlet/process/semaphore';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { tooManyDeletions } from '#errors.ts';
import { deletePiece } from '#inbox/delete/delete-piece.ts';
import { isGivenUp, settleDeletion } from '#inbox/delete/deletions.store.ts';
import { createSlots } from '#inbox/slots.ts';
import type { Resources } from '#resources.ts';

/** A quarter of the connections leaves enough for others. */
const shareOfConnections = 1 / 4;
/** More than one account can hold. */
const permitsMin = 2;
/** Each may read every submission of a form before it deletes any: one account must not block all others. */
const ofAccount = 1;
const ofProcess = 20;
/**
 * The request gets a response after this time, done or not: the web app waits 15 s for it, and the gateway a minute.
 */
const timeoutMs = 8_000;

export type FilterDeletionDeps = Pick<Resources, 'database' | 'config' | 'lifecycle' | 'logger'>;
/** `hasLeft` returns true once the client has disconnected. */
export type DeleteByFilter = (
  actor: Actor,
  formId: string,
  filter: SubmissionFilter,
  hasLeft: () => boolean,
) => Promise<DeletedSubmissions>;

/**
 * Deletes all submissions that a filter finds, a piece at a time, and returns how many. The ids are
 * fixed at the beginning: submissions that are stored later stay. The deletion is then finished even if this process
 * ends; the answer says how many are left.
 */
export function createFilterDeletion({ database, config, lifecycle, logger }: FilterDeletionDeps): DeleteByFilter {
  const semaphore = createSemaphore(Math.max(permitsMin, Math.floor(config.DATABASE_CONNECTIONS * shareOfConnections)));

  const slots = createSlots({ ofAccount, ofProcess, tooMany: tooManyDeletions, busy: unavailable });

  async function deleteFound(
    { name, address, userAgent }: Actor,
    formId: string,
    filter: SubmissionFilter,
    hasLeft: () => boolean,
  ): Promise<DeletedSubmissions> {
    const endMs = performance.now() + timeoutMs;
    const id = uuidv7();
    const wanted = { id, formId, filter, actor: name, address, userAgent };
    let pending = await semaphore
      .run(() => settleDeletion(database.pool, wanted, () => !hasLeft()))
      .catch((error: unknown) => {
        throw isGivenUp(error) ? unavailable() : error;
      });
    let count = 0;
    try {
      while (pending > 0) {
        const piece = await semaphore.run(() => deletePiece(database.prisma, id));
        if (!piece) break;
        pending -= piece.named;
        count += piece.count;
        if (performance.now() > endMs || lifecycle.isClosing()) break;
      }
    } catch (err) {
      logger.warn({ err }, 'deletions: attempt failed, retried later');
    }
    return pending > 0 ? { count, pending } : { count };
  }

  return async (actor, formId, filter, hasLeft) => {
    const leave = slots.take(actor.userId);
    try {
      return await deleteFound(actor, formId, filter, hasLeft);
    } finally {
      leave();
    }
  };
}
