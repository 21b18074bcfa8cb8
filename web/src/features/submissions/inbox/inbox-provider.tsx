import { type ReactNode, useReducer, useRef, useState } from 'react';
import { useLiveSubmissions } from '#features/submissions/api/use-live-submissions.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSettledChecks } from '#features/submissions/api/use-settled-checks.ts';
import { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import type { GridHandle } from '#features/submissions/components/list/submission-grid.tsx';
import { type Inbox, InboxContext } from '#features/submissions/inbox/inbox-context.ts';
import {
  type InboxEvent,
  type InboxState,
  inboxAfter,
  initialInbox,
  isHeld,
} from '#features/submissions/inbox/inbox-state.ts';
import { useOpened } from '#features/submissions/inbox/use-opened.ts';
import { isKeptOn } from '#features/submissions/kept-choice.ts';
import { useListedFields } from '#features/submissions/use-columns.ts';
import { useListedFilter } from '#features/submissions/use-listed-filter.ts';

export interface InboxProviderProps extends Pick<Inbox, 'form' | 'filter' | 'changeFilter'> {
  readonly children: ReactNode;
}

/** Reads the list of a filter, follows new submissions, and keeps the reader's selection. */
export function InboxProvider({ form, filter, changeFilter, children }: InboxProviderProps) {
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const isSearchDue = useRef(false);
  const { listed, hidesDone } = useListedFilter(filter);
  const pending = usePendingChange(form.id, filter.folder);
  const list = useSubmissionList(form.id, listed, pending.isGone);
  const states = useStateChanges(form.id, list);
  const fields = useListedFields(form, list.rows);
  const opened = useOpened();
  const [state, dispatch] = useReducer(
    (before: InboxState, event: InboxEvent) => inboxAfter(before, event, list.rows),
    null,
    () => initialInbox(isKeptOn('shortcuts')),
  );
  // A new list starts without a selection.
  const [selectedIn, setSelectedIn] = useState(listed);
  if (selectedIn !== listed) {
    setSelectedIn(listed);
    dispatch({ type: 'clear-selection' });
  }
  useSettledChecks(form.id, list);
  const live = useLiveSubmissions({
    formId: form.id,
    filter: listed,
    list,
    isHeld: isHeld(state, opened.openedId),
    isAtTop: () => grid.current?.isAtTop() ?? true,
  });
  const inbox: Inbox = {
    form,
    filter,
    listed,
    hidesDone,
    changeFilter,
    list,
    fields,
    live,
    opened,
    state,
    dispatch,
    pending,
    states,
    grid,
    search,
    isSearchDue,
  };
  return <InboxContext value={inbox}>{children}</InboxContext>;
}
