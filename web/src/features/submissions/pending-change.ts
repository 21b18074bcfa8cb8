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

/** The difference that a change makes to the total of a folder: a mark moves rows, a deletion only removes them. */
export function differenceIn(folder: Folder, { kind, rows }: Change): number {
  const from = rows[0]?.isSpam ? 'spam' : 'inbox';
  if (folder === from) return -rows.length;
  return kind === 'delete' ? 0 : rows.length;
}

export type ChangeState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting'; readonly change: Change }
  | { readonly status: 'failed'; readonly change: Change; readonly error: unknown };

export interface PendingChangeDeps {
  /** Resolves once the service has the change. */
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
  /** True if a deletion, or a mark that is not sent yet, has hidden a row. */
  readonly isGone: (row: Pick<Submission, 'id' | 'isSpam'>) => boolean;
}

/** Long enough to read the sentence and to press the button. */
export const undoMs = 6_000;

/** A change that can be undone until it is sent to the service. */
export function createPendingChange({ send, hide, restore }: PendingChangeDeps): PendingChange {
  let state: ChangeState = { status: 'idle' };
  /** The latest change that has hidden a row. */
  const gone = new Map<string, Change>();
  const listeners = new Set<() => void>();

  function setState(next: ChangeState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function forget(change: Change): void {
    for (const { id } of change.rows) if (gone.get(id) === change) gone.delete(id);
  }

  function bringBack(change: Change): void {
    forget(change);
    restore(change);
  }

  function settle(isLeaving = false): void {
    if (state.status !== 'waiting') return;
    const { change } = state;
    setState({ status: 'idle' });
    send(change, isLeaving).then(
      // Somebody else may move a marked row back; a deleted row never returns.
      () => change.kind !== 'delete' && forget(change),
      (error: unknown) => {
        // The state has room for one change, so the one that waits is sent.
        settle();
        bringBack(change);
        setState({ status: 'failed', change, error });
      },
    );
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (change) => {
      settle();
      for (const { id } of change.rows) gone.set(id, change);
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
      const kind = gone.get(id)?.kind;
      // A marked row may appear in the other folder.
      return kind === 'delete' || kind === markKindIn(isSpam ? 'spam' : 'inbox');
    },
  };
}
