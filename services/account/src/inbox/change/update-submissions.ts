import { randomUUID } from 'node:crypto';
import type { PreviousState, SetState, UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import type { SubmissionFilter, updateSubmissionsSchema } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { beyond, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { changeStates, findIds, lockStates, markAllRead, type WantedState } from '#inbox/change/states.store.ts';
import { undoChange } from '#inbox/change/undo-change.ts';
import { countUnread } from '#inbox/counts/counts.store.ts';
import type { Searches } from '#inbox/search/searches.ts';
import type { Resources } from '#resources.ts';

export type StateDeps = Pick<Resources, 'database'> & { readonly searches: Searches };

/** Submissions that one transaction changes; it holds the form's lock for some 50 ms. */
const pieceRows = 2_000;
/** The web app waits 15 s for a response, and the last piece may take five. */
const timeoutMs = 8_000;

/** Changes the states of several submissions. Null when the client has disconnected. */
export async function updateSubmissions(
  deps: StateDeps,
  actor: Actor,
  form: Form,
  wanted: z.output<typeof updateSubmissionsSchema>,
  signal: AbortSignal,
): Promise<UpdatedSubmissions | null> {
  if ('restore' in wanted) {
    const changed = await change(deps, actor, form, wanted.restore);
    return { updated: changed.length, isComplete: true };
  }
  if ('undo' in wanted) return undoChange(deps, actor, form, wanted.undo, { pieceRows, timeoutMs });
  if ('ids' in wanted) {
    const ids = [...new Set(wanted.ids)];
    const changed = await change(
      deps,
      actor,
      form,
      ids.map((id) => ({ ...wanted.set, id })),
    );
    return { updated: changed.length, isComplete: true, previous: changed.map((state) => pick(state, wanted.set)) };
  }
  if (isWholeInbox(wanted.filter) && isReadAlone(wanted.set)) return markInboxRead(deps, actor, form);
  return changeFound(deps, actor, form, wanted, signal);
}

/** The fields that were changed, with their previous values. */
function pick(before: Required<PreviousState>, set: SetState): PreviousState {
  const { id, isRead, isStarred, status, tags } = before;
  return {
    id,
    ...(set.isRead !== undefined && { isRead }),
    ...(set.isStarred !== undefined && { isStarred }),
    ...(set.status !== undefined && { status }),
    ...((set.addTags ?? set.removeTags) && { tags }),
  };
}

function change({ database }: StateDeps, actor: Actor, { id: formId }: Form, states: readonly WantedState[]) {
  return database.prisma.$transaction(async (tx) => {
    await lockStates(tx, formId);
    const changed = await changeStates(runIn(tx), formId, states);
    if (changed.length > 0) await recordAudit(tx, actor, 'submissions.updated', { formId, count: changed.length });
    return changed;
  });
}

/** Works piece by piece, newest first; each is a separate transaction. */
async function changeFound(
  { database, searches }: StateDeps,
  actor: Actor,
  { id: formId, userId }: Form,
  { filter, set }: { readonly filter: SubmissionFilter; readonly set: SetState },
  signal: AbortSignal,
): Promise<UpdatedSubmissions | null> {
  const endMs = performance.now() + timeoutMs;
  let range = rangeOf(filter);
  const changeId = randomUUID();
  let updated = 0;
  let isComplete = false;
  while (!isComplete && performance.now() < endMs) {
    const wanted = { formId, filter, range };
    const found = await searches.run(signal, userId, (connection) => findIds(connection, wanted, pieceRows));
    if (found === null) break;
    updated += await database.prisma.$transaction(async (tx) => {
      await lockStates(tx, formId);
      const states = found.ids.map((id) => ({ ...set, id }));
      return (await changeStates(runIn(tx), formId, states, changeId)).length;
    });
    isComplete = found.last === null;
    if (found.last) range = beyond(range, found.last, 'older');
  }
  if (updated > 0) await recordAudit(database.prisma, actor, 'submissions.updated', { formId, count: updated });
  return signal.aborted ? null : { updated, isComplete, ...(updated > 0 && { undo: { changeId } }) };
}

/** Moves the watermark, before which everything counts as read, however many there are. */
async function markInboxRead({ database }: StateDeps, actor: Actor, form: Form): Promise<UpdatedSubmissions> {
  const { id: formId } = form;
  const { unread } = await countUnread(database.pool, form);
  if (unread === 0) return { updated: 0, isComplete: true };
  const undo = await database.prisma.$transaction(async (tx) => {
    await lockStates(tx, formId);
    await recordAudit(tx, actor, 'submissions.updated', { formId, count: unread });
    return markAllRead(runIn(tx), formId, randomUUID());
  });
  return { updated: unread, isComplete: true, undo };
}

function isWholeInbox({ q, spam, from, to, origin, status, tag, starred }: SubmissionFilter): boolean {
  const isNarrowed = [from, to, origin, status, tag, starred].some((word) => word !== undefined);
  return q === '' && !spam && !isNarrowed;
}

function isReadAlone({ isRead, isStarred, status, addTags, removeTags }: SetState): boolean {
  return isRead === true && [isStarred, status, addTags, removeTags].every((value) => value === undefined);
}
