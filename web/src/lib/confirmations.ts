/** Asks the person at this page for the password where the service wants it again. */
export interface Confirmations {
  /** True once the person has confirmed, false after a refusal. Who asks meanwhile waits for the same answer. */
  ask(): Promise<boolean>;
  isAsking(): boolean;
  /** Whatever can ask subscribes; without a subscriber nobody can be asked. */
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
