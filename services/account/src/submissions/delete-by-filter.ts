import type { DeletedSubmissions, SubmissionFilter } from '@inlet/contracts/submissions';
import { unavailable } from '@inlet/service/http-error';
import type { Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { actorOf } from '#audit/record-audit.ts';
import { currentUser } from '#auth/caller.ts';
import { clientOf } from '#auth/client-of.ts';
import type { AccountDeps } from '#deps.ts';
import { tooManyDeletions } from '#errors.ts';
import { createPlaces } from '#export/places.ts';
import { createTurns } from '#export/turns.ts';
import { deletePiece } from '#submissions/delete-piece.ts';
import { isGivenUp, settleDeletion } from '#submissions/deletions.store.ts';

/** With a quarter of the connections, nobody else waits for one. */
const shareOfConnections = 1 / 4;
/** More than one account can hold. */
const turnsMin = 2;
/** Each may read every submission of a form before it deletes any: one account must not have all others wait behind it. */
const ofAccount = 1;
const ofProcess = 20;
/** Who asks is answered after this time, done or not: the web app waits 15 s for an answer, and the gateway a minute. */
const patienceMs = 8_000;

export type FilterDeletionDeps = Pick<AccountDeps, 'database' | 'config' | 'lifecycle' | 'logger'>;
export type DeleteByFilter = (
  response: Response,
  formId: string,
  filter: SubmissionFilter,
) => Promise<DeletedSubmissions>;

/**
 * Deletes all submissions that a filter finds, a piece at a time, and answers how many. What to delete is settled at the
 * beginning: what is stored from then on was never seen by who asked, and stays. From then on it will be done, whatever
 * happens to this process; the answer tells what is left.
 */
export function createFilterDeletion({ database, config, lifecycle, logger }: FilterDeletionDeps): DeleteByFilter {
  const turns = createTurns(Math.max(turnsMin, Math.floor(config.DATABASE_CONNECTIONS * shareOfConnections)));

  const places = createPlaces({ ofAccount, ofProcess, tooMany: tooManyDeletions, busy: unavailable });

  async function deleteFound(
    response: Response,
    formId: string,
    filter: SubmissionFilter,
  ): Promise<DeletedSubmissions> {
    const endMs = performance.now() + patienceMs;
    const id = uuidv7();
    const { address, userAgent } = clientOf(response);
    const wanted = { id, formId, filter, actor: actorOf(response), address, userAgent };
    let pending = await turns
      .take(() => settleDeletion(database.pool, wanted, () => !response.destroyed))
      .catch((error: unknown) => {
        throw isGivenUp(error) ? unavailable() : error;
      });
    let count = 0;
    try {
      while (pending > 0) {
        const piece = await turns.take(() => deletePiece(database.prisma, id));
        if (!piece) break;
        pending -= piece.named;
        count += piece.count;
        if (performance.now() > endMs || lifecycle.isClosing()) break;
      }
    } catch (err) {
      logger.warn({ err }, 'a deletion could not go on, and is left for later');
    }
    return pending > 0 ? { count, pending } : { count };
  }

  return async (response, formId, filter) => {
    const leave = places.take(currentUser(response).id);
    try {
      return await deleteFound(response, formId, filter);
    } finally {
      leave();
    }
  };
}
