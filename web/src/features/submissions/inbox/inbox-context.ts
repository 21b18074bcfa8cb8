import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { createContext, type Dispatch, type RefObject, useContext } from 'react';
import type { useLiveSubmissions } from '#features/submissions/api/use-live-submissions.ts';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import type { GridHandle } from '#features/submissions/components/list/submission-grid.tsx';
import type { Filter } from '#features/submissions/filter.ts';
import type { InboxEvent, InboxState } from '#features/submissions/inbox/inbox-state.ts';
import type { useOpened } from '#features/submissions/inbox/use-opened.ts';
import type { PendingChange } from '#features/submissions/pending-change.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';

/** The state that the parts of one inbox share. */
export interface Inbox {
  readonly form: Form;
  /** The filter of the address. */
  readonly filter: Filter;
  /** The filter of the list, which may exclude done submissions. */
  readonly listed: Filter;
  readonly hidesDone: boolean;
  readonly changeFilter: ReturnType<typeof useFilter>['changeFilter'];
  readonly list: ReturnType<typeof useSubmissionList>;
  readonly fields: readonly FormField[];
  readonly live: ReturnType<typeof useLiveSubmissions>;
  readonly opened: ReturnType<typeof useOpened>;
  readonly state: InboxState;
  readonly dispatch: Dispatch<InboxEvent>;
  /** Deletions and marks, which remove rows from the list. */
  readonly pending: PendingChange;
  /** Changes of rows that stay in the list. */
  readonly states: ReturnType<typeof useStateChanges>;
  readonly grid: RefObject<GridHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  /** True from the key that closes a sheet for the search until the search has the focus. */
  readonly isSearchDue: RefObject<boolean>;
}

export const InboxContext = createContext<Inbox | null>(null);

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('InboxProvider is missing above this component');
  return inbox;
}
