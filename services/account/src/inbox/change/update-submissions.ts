import { randomUUID } from 'node:crypto';
import type { PreviousState, SetState, UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import type { SubmissionFilter, updateSubmissionsSchema } from '@inlet/contracts/submissions';
import type { Form, Prisma } from '@inlet/db/client';
import { primaryReads } from '@inlet/db/reads';
import { runIn } from '@inlet/db/run-sql';
import { beyond, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { findMembersOf } from '#access/members.store.ts';
import {
  changeStates,
  findIds,
  lockStates,
  markAllRead,
  type StateBefore,
  type WantedState,
} from '#inbox/change/states.store.ts';
import { undoChange } from '#inbox/change/undo-change.ts';
import type { Told } from '#inbox/change/update-submission.ts';
import { countUnread } from '#inbox/counts/counts.store.ts';
import type { Searches } from '#inbox/search/searches.ts';
import type { AssignedIds } from '#inbox/work/work-mails.ts';
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
  told: Told,
  signal: AbortSignal,
): Promise<UpdatedSubmissions | null> {
  if ('restore' in wanted) {
    const states = await withMembers(deps, form, wanted.restore);
    const changed = await change(deps, actor, form, states);
    return { updated: changed.length, isComplete: true };
  }
  if ('undo' in wanted) return undoChange(deps, actor, form, wanted.undo, { pieceRows, timeoutMs });
  if ('ids' in wanted) {
    const ids = [...new Set(wanted.ids)];
    const changed = await change(
      deps,
      actor,
      form,
      ids.map((id) => ({ ...wantedOf(wanted.set), id })),
      told,
    );
    return { updated: changed.length, isComplete: true, previous: changed.map((state) => pick(state, wanted.set)) };
  }
  if (isWholeInbox(wanted.filter) && isReadAlone(wanted.set)) return markInboxRead(deps, actor, form);
  return changeFound(deps, actor, form, wanted, told, signal);
}

/** What a change sets, where null may be a value. */
function wantedOf<Set extends Pick<SetState, 'assigneeId'>>(set: Set) {
  return { ...set, hasAssignee: set.assigneeId !== undefined };
}

/** Earlier states, without the assignees that see the form no more. */
async function withMembers(
  { database }: StateDeps,
  form: Form,
  states: readonly PreviousState[],
): Promise<WantedState[]> {
  const isAssigned = states.some(({ assigneeId }) => assigneeId);
  const members = new Set(isAssigned ? (await findMembersOf(database.prisma, form)).map(({ id }) => id) : []);
  return states.map((state) => {
    const { assigneeId } = state;
    return wantedOf(assigneeId && !members.has(assigneeId.toLowerCase()) ? { ...state, assigneeId: null } : state);
  });
}

/** The fields that were changed, with their previous values. */
function pick(before: Required<PreviousState>, set: SetState): PreviousState {
  const { id, isRead, isStarred, status, tags, assigneeId } = before;
  return {
    id,
    ...(set.isRead !== undefined && { isRead }),
    ...(set.isStarred !== undefined && { isStarred }),
    ...(set.status !== undefined && { status }),
    ...((set.addTags ?? set.removeTags) && { tags }),
    ...(set.assigneeId !== undefined && { assigneeId }),
  };
}

function change(
  { database }: StateDeps,
  actor: Actor,
  { id: formId }: Form,
  states: readonly WantedState[],
  told: Told | null = null,
) {
  return database.prisma.$transaction(async (tx) => {
    await lockStates(tx, formId);
    const changed = await changeStates(runIn(tx), formId, states);
    const assigned = assignedOf(changed, told);
    await finish(tx, actor, { formId, count: changed.length, assigned }, told);
    return changed;
  });
}

/** The submissions that a change has given to a member who did not have them. */
function assignedOf(changed: readonly StateBefore[], told: Told | null): AssignedIds {
  const ids = told?.assignee ? changed.filter(({ assigneeId }) => assigneeId !== told.assignee?.id) : [];
  return { count: ids.length, id: ids.length === 1 ? (ids[0]?.id ?? null) : null };
}

/** Records a change, and tells its assignee. */
async function finish(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { assigned, ...details }: { readonly formId: string; readonly count: number; readonly assigned: AssignedIds },
  told: Told | null,
): Promise<void> {
  if (details.count === 0) return;
  const { assignee = null } = told ?? {};
  await recordAudit(tx, actor, 'submissions.updated', { ...details, ...(assignee && { member: assignee.id }) });
  if (assignee && assigned.count > 0) await told?.mails.assign(tx, assignee, assigned);
}

/** Works piece by piece, newest first; each is a separate transaction. */
async function changeFound(
  { database, searches }: StateDeps,
  actor: Actor,
  { id: formId, userId }: Form,
  { filter, set }: { readonly filter: SubmissionFilter; readonly set: SetState },
  told: Told,
  signal: AbortSignal,
): Promise<UpdatedSubmissions | null> {
  const endMs = performance.now() + timeoutMs;
  const reads = primaryReads(database.pool);
  let range = rangeOf(filter);
  const changeId = randomUUID();
  let updated = 0;
  let assigned: AssignedIds = { count: 0, id: null };
  let isComplete = false;
  while (!isComplete && performance.now() < endMs) {
    const wanted = { formId, filter, range };
    const found = await searches.run(reads, signal, userId, (connection) => findIds(connection, wanted, pieceRows));
    if (found === null) break;
    const changed = await database.prisma.$transaction(async (tx) => {
      await lockStates(tx, formId);
      const states = found.ids.map((id) => ({ ...wantedOf(set), id }));
      return changeStates(runIn(tx), formId, states, changeId);
    });
    updated += changed.length;
    assigned = joined(assigned, assignedOf(changed, told));
    isComplete = found.last === null;
    if (found.last) range = beyond(range, found.last, 'older');
  }
  await database.prisma.$transaction((tx) => finish(tx, actor, { formId, count: updated, assigned }, told));
  return signal.aborted ? null : { updated, isComplete, ...(updated > 0 && { undo: { changeId } }) };
}

function joined(a: AssignedIds, b: AssignedIds): AssignedIds {
  const count = a.count + b.count;
  return { count, id: count === 1 ? (a.id ?? b.id) : null };
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

function isWholeInbox({
  q,
  spam,
  from,
  to,
  origin,
  status,
  tag,
  starred,
  assignee,
  ruleErrors,
  confirmed,
}: SubmissionFilter): boolean {
  const others = [from, to, origin, status, tag, starred, assignee, ruleErrors, confirmed];
  return q === '' && !spam && others.every((word) => word === undefined);
}

function isReadAlone({ isRead, isStarred, status, addTags, removeTags, assigneeId }: SetState): boolean {
  return isRead === true && [isStarred, status, addTags, removeTags, assigneeId].every((value) => value === undefined);
}
