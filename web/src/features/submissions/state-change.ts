import { formatCount } from '@inlet/contracts/counts';
import type { InboxState } from '@inlet/contracts/inbox-state';
import { tagsMax } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';

/** A change of the work on submissions. */
export interface StateSet {
  readonly isRead?: boolean;
  readonly isStarred?: boolean;
  readonly status?: InboxState['status'];
  readonly addTags?: string[];
  readonly removeTags?: string[];
  readonly assigneeId?: string | null;
}

/** A submission after a change; the same object if nothing changes. */
export function withState(row: Submission, { addTags = [], removeTags = [], ...set }: StateSet): Submission {
  const kept = row.tags.filter((tag) => !removeTags.includes(tag));
  const tags = [...new Set([...kept, ...addTags])].slice(0, tagsMax);
  const next = { ...row, ...set, tags };
  const isSame =
    next.isRead === row.isRead &&
    next.isStarred === row.isStarred &&
    next.status === row.status &&
    next.assigneeId === row.assigneeId &&
    tags.length === row.tags.length &&
    tags.every((tag) => row.tags.includes(tag));
  return isSame ? row : next;
}

/** A submission with the parts that a change sets as they were before it. */
export function withoutState(row: Submission, set: StateSet, before: Submission): Submission {
  const names = Object.keys(set).map((name) => (name in before ? name : 'tags') as keyof Submission);
  return { ...row, ...Object.fromEntries(names.map((name) => [name, before[name]])) };
}

/** `3 submissions marked as done`; without a number for all that match a filter. */
export function stateWords(count: number | null, set: StateSet): string {
  const { isRead, isStarred, status, addTags, removeTags, assigneeId } = set;
  const what = count === null ? 'All submissions' : formatCount(count, 'submission');
  if (status !== undefined) return `${what} marked as ${status}`;
  if (assigneeId !== undefined) return `${what} ${assigneeId === null ? 'no longer assigned' : 'assigned'}`;
  if (isStarred !== undefined) return `${what} ${isStarred ? 'starred' : 'no longer starred'}`;
  if (addTags) return `${what} tagged “${addTags.join(', ')}”`;
  if (removeTags) return `“${removeTags.join(', ')}” removed from ${what}`;
  return `${what} marked as ${isRead ? 'read' : 'unread'}`;
}

export interface Toggles {
  readonly read: { readonly isRead: boolean };
  readonly star: { readonly isStarred: boolean };
  readonly done: { readonly status: InboxState['status'] };
}

/**
 * The changes that the toggles make to these rows. For all matches each toggle sets its state, which rows that are not
 * loaded may lack.
 */
export function togglesOf(rows: readonly Submission[], isEverything: boolean): Toggles {
  if (isEverything) return { read: { isRead: true }, star: { isStarred: true }, done: { status: 'done' } };
  return { read: toggleRead(rows), star: toggleStar(rows), done: toggleDone(rows) };
}

/** A toggle sets a state if any row lacks it, and removes it if all rows have it. */
export function toggleRead(rows: readonly Submission[]): Toggles['read'] {
  return { isRead: rows.some(({ isRead }) => !isRead) };
}

export function toggleStar(rows: readonly Submission[]): Toggles['star'] {
  return { isStarred: rows.some(({ isStarred }) => !isStarred) };
}

export function toggleDone(rows: readonly Submission[]): Toggles['done'] {
  return { status: rows.some(({ status }) => status === 'open') ? 'done' : 'open' };
}
