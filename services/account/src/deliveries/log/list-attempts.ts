import type { AttemptPage, attemptQuerySchema } from '@inlet/contracts/targets';
import { fitInPage } from '@inlet/http/page-bytes';
import type * as z from 'zod';
import { findAttempts } from '#deliveries/log/attempts.store.ts';
import { presentAttempt } from '#deliveries/log/present-attempt.ts';
import { formatCursor, parseCursor } from '#inbox/submissions/cursor.ts';
import type { Resources } from '#resources.ts';

/** A page of a target's log, newest first. */
export async function listAttempts(
  { database }: Pick<Resources, 'database'>,
  targetId: string,
  { limit, cursor, state }: z.output<typeof attemptQuerySchema>,
): Promise<AttemptPage> {
  const position = cursor === undefined ? null : parseCursor(cursor);
  const before = position && { startedAt: position.createdAt, id: position.id };
  // One more row than requested shows whether there is a next page.
  const found = await findAttempts(database.pool, { targetId, limit: limit + 1, before, state });
  const attempts = fitInPage(found.slice(0, limit).map(presentAttempt));
  const last = found[attempts.length - 1];
  const goesOn = attempts.length < found.length;
  const nextCursor =
    last && goesOn ? formatCursor({ createdAt: last.startedAt, id: last.id, direction: 'older' }) : null;
  return { attempts, nextCursor };
}
