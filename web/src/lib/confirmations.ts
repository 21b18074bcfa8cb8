/** Asks the person at this page for the password if the service requires it again. */
export interface Confirmations {
  /** True once the person has confirmed, false after a refusal. Concurrent callers share one result. */
  ask(): Promise<boolean>;
  isAsking(): boolean;
  /** The component that asks subscribes; without a subscriber no confirmation is possible. */
  subscribe(listener: () => void): () => void;
  settle(isConfirmed: boolean): void;
}

export function createConfirmations(): Confirmations {
  const listeners = new Set<() => void>();
  let asking: PromiseWithResolvers<boolean> | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask() {
      if (listeners.size === 0) return Promise.resolve(false);
      asking ??= Promise.withResolvers();
      const { promise } = asking;
      tell();
      return promise;
    },
    isAsking: () => asking !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle(isConfirmed) {
      asking?.resolve(isConfirmed);
      asking = null;
      tell();
    },
  };
}
