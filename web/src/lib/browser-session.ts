import type { SessionDeps, SignInPresence } from '#lib/session.ts';

const presenceKey = 'inlet-signed-in';

/** The browser parts that the session needs. */
export function browserSessionDeps(): SessionDeps {
  return {
    fetch: (path, init) => window.fetch(path, init),
    presence: storedPresence(window),
    exclusively: (task) => exclusively(task),
  };
}

export function storedPresence(window: Window): SignInPresence {
  const storage = availableStorage(window);
  return {
    // Without storage nothing is known, so the service decides.
    get: () => (storage ? storage.getItem(presenceKey) !== null : true),
    set(isPresent) {
      if (isPresent) storage?.setItem(presenceKey, '1');
      else storage?.removeItem(presenceKey);
    },
    onChangeElsewhere(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === presenceKey) listener(event.newValue !== null);
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** Reading the property throws if storage is forbidden. */
function availableStorage(window: Window): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * The refresh cookie is replaced at each use and an old one ends the session, so two tabs must never renew at once.
 * Browsers only offer locks on secure pages; elsewhere tabs are not synchronized.
 */
function exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return task();
  return navigator.locks.request('inlet-session', task);
}
