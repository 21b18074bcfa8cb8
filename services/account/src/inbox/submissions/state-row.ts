import type { InboxState } from '@inlet/contracts/inbox-state';
import { listedValueMax } from '@inlet/contracts/submission-limits';

/** The stored state of a submission as JSON text; null if there is none. */
export type StateText = string | null;

/** The assignee in a row of `submission_states`, while the person is a member that sees the form; null otherwise. */
export const shownAssignee = `case when submission_states.assignee_id is not null then (
  select member.person_id from forms as f join memberships as member on member.user_id = f.user_id
  where f.id = submission_states.form_id and member.person_id = submission_states.assignee_id
    and (member.all_forms or exists (
      select from membership_forms as listed
      where listed.user_id = f.user_id and listed.person_id = member.person_id and listed.form_id = f.id
    ))
) end`;

/** Selects the state of a submission; `id` is its id in the outer query. A list cuts long notes. */
export const stateColumn = (id: string, noteMax?: number) => `(
  select json_build_array(is_read, is_starred, status, tags, ${noteMax === undefined ? 'note' : `left(note, ${noteMax + 1})`}, ${shownAssignee})::text
  from submission_states where submission_id = ${id}
) as state`;

type Stored = readonly [
  isRead: boolean | null,
  isStarred: boolean,
  status: InboxState['status'],
  tags: readonly string[],
  note: string | null,
  assigneeId: string | null,
];

/** The part of a state in exported files, as JSON text; the text `null` for a submission without a state. */
export const exportedState = `coalesce((
  select json_build_array(is_starred, status, tags, note,
    (select email from people where people.id = ${shownAssignee}))::text from submission_states where submission_id = id
), 'null')`;
export type ExportedState = readonly [
  isStarred: boolean,
  status: InboxState['status'],
  tags: readonly string[],
  note: string | null,
  assignee: string | null,
];

/** The state of a submission by its time, because submissions before the form's watermark count as read. */
export function stateOf(text: StateText, receivedAt: Date, readBefore: Date | null): InboxState {
  const isOld = readBefore !== null && receivedAt < readBefore;
  if (text === null) return { isRead: isOld, isStarred: false, status: 'open', tags: [], note: null, assigneeId: null };
  const [isRead, isStarred, status, tags, note, assigneeId] = JSON.parse(text) as Stored;
  return { isRead: isRead ?? isOld, isStarred, status, tags: [...tags], note, assigneeId };
}

/** The same in a list, where a long note is cut. */
export function listedState(text: StateText, receivedAt: Date, readBefore: Date | null) {
  const state = stateOf(text, receivedAt, readBefore);
  if (state.note === null || state.note.length <= listedValueMax) return state;
  const cut = state.note.slice(0, listedValueMax);
  return { ...state, note: cut.isWellFormed() ? cut : cut.slice(0, -1), isTruncated: true as const };
}
