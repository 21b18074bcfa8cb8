import type { UpdateForm } from '@inlet/contracts/forms';

/** `manual` for Save Settings, `auto` for the list of origins, which saves itself. */
export type SaveKind = 'manual' | 'auto';

export interface SaveState {
  /** Changes that are being sent or wait to be sent. */
  readonly underWay: UpdateForm;
  /** The last save, while its message is shown. */
  readonly saved: SaveKind | null;
  /** The last failed save, until a later one succeeds. */
  readonly failure: { readonly kind: SaveKind; readonly error: unknown } | null;
}

export interface SaveQueue {
  getState(): SaveState;
  subscribe(listener: () => void): () => void;
  /** A manual change is saved now; an automatic one after a pause in which more changes may follow. */
  save(kind: SaveKind, change: UpdateForm): void;
  /** Sends the waiting change at once. */
  flush(): void;
}

/** With this delay, adding two origins in a row is one save. */
export const autoSaveDelayMs = 100;
export const savedMessageMs: Record<SaveKind, number> = { manual: 3_000, auto: 2_000 };

interface Save {
  readonly kind: SaveKind;
  readonly change: UpdateForm;
}

/**
 * Saves one change after another: two concurrent requests could arrive in either order. Later changes
 * are merged and sent next, so the last state wins.
 */
export function createSaveQueue(send: (change: UpdateForm) => Promise<unknown>): SaveQueue {
  let state: SaveState = { underWay: {}, saved: null, failure: null };
  let waiting: Save | null = null;
  let sending: Save | null = null;
  let delay: ReturnType<typeof setTimeout> | undefined;
  let message: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save(kind, change) {
      waiting = waiting ? join(waiting, { kind, change }) : { kind, change };
      clearTimeout(delay);
      if (waiting.kind === 'manual') flush();
      else delay = setTimeout(flush, autoSaveDelayMs);
      setState({});
    },
    flush,
  };

  function flush(): void {
    clearTimeout(delay);
    if (sending !== null || waiting === null) return;
    sending = waiting;
    waiting = null;
    void run(sending);
  }

  async function run(save: Save): Promise<void> {
    let error: unknown = null;
    try {
      await send(save.change);
    } catch (cause) {
      error = cause ?? new Error('The save failed without a reason');
    }
    sending = null;
    if (error === null) noteSaved(save);
    else noteFailure(save, error);
    flush();
  }

  function noteSaved({ kind }: Save): void {
    clearTimeout(message);
    message = setTimeout(() => setState({ saved: null }), savedMessageMs[kind]);
    // An automatic save covers only the origins, so a failed manual save remains.
    const isStillMissing = state.failure?.kind === 'manual' && kind === 'auto';
    setState({ saved: kind, ...(!isStillMissing && { failure: null }) });
  }

  function noteFailure({ kind }: Save, error: unknown): void {
    clearTimeout(message);
    setState({ saved: null, failure: { kind, error } });
  }

  function setState(part: Partial<Omit<SaveState, 'underWay'>>): void {
    state = { ...state, ...part, underWay: { ...sending?.change, ...waiting?.change } };
    for (const listener of listeners) listener();
  }
}

function join(earlier: Save, later: Save): Save {
  const kind = earlier.kind === 'manual' ? 'manual' : later.kind;
  return { kind, change: { ...earlier.change, ...later.change } };
}
