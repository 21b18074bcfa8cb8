import type { Submission } from '@inlet/contracts/submissions';
import type { Folder } from '#features/submissions/filter.ts';

export type ChangeKind = 'delete' | 'spam' | 'not-spam';

/** A mark moves a submission to the other folder. */
export function markKindIn(folder: Folder): ChangeKind {
  return folder === 'spam' ? 'not-spam' : 'spam';
}

export interface Change {
  readonly kind: ChangeKind;
  readonly rows: readonly Submission[];
}

export type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting'; readonly change: Change }
  | { readonly status: 'failed'; readonly change: Change; readonly error: unknown };

export interface PendingChangeDeps {
  readonly send: (change: Change, isLeaving: boolean) => Promise<void>;
  readonly hide: (change: Change) => void;
  readonly restore: (change: Change) => void;
}

export interface PendingChange {
  readonly state: () => ChangeState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Hides rows at once. The change waits until it is settled, which its toast does when the time to undo it is over. */
  readonly begin: (change: Change) => void;
  readonly undo: () => void;
  /** Sends the waiting change now. */
  readonly settle: (isLeaving?: boolean) => void;
  readonly dismiss: () => void;
  /** True if a waiting change has hidden a row. */
  readonly isGone: (row: Pick<Submission, 'id' | 'isSpam'>) => boolean;
}

/** Long enough to read the sentence and to press the button. */
export const undoMs = 6_000;

/** A change that can be undone until it is sent to the service. */
export function createPendingChange({ send, hide, restore }: PendingChangeDeps): PendingChange {
  let state: ChangeState = { status: 'idle' };
  /** The folder that a row was hidden from; the row may appear in the other folder. */
  const gone = new Map<string, boolean | 'everywhere'>();
  const listeners = new Set<() => void>();

  function setState(next: ChangeState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function bringBack(change: Change): void {
    for (const { id } of change.rows) gone.delete(id);
    restore(change);
  }

  function settle(isLeaving = false): void {
    if (state.status !== 'waiting') return;
    const { change } = state;
    setState({ status: 'idle' });
    send(change, isLeaving).catch((error: unknown) => {
      bringBack(change);
      setState({ status: 'failed', change, error });
    });
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (change) => {
      settle();
      for (const { id } of change.rows)
        gone.set(id, change.kind === 'delete' ? 'everywhere' : change.kind === 'not-spam');
      hide(change);
      setState({ status: 'waiting', change });
    },
    undo: () => {
      if (state.status !== 'waiting') return;
      const { change } = state;
      setState({ status: 'idle' });
      bringBack(change);
    },
    settle,
    dismiss: () => {
      if (state.status === 'failed') setState({ status: 'idle' });
    },
    isGone: ({ id, isSpam }) => {
      const from = gone.get(id);
      return from === 'everywhere' || from === isSpam;
    },
  };
}
