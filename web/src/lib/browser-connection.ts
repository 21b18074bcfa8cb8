import type { ConnectionDeps } from '#lib/connection.ts';
import { takeEarlyRefresh } from '#lib/early-refresh.ts';

/** The browser events that hint at a change of the network. */
export function browserConnectionDeps(): ConnectionDeps {
  return {
    fetch: (path, init) => takeEarlyRefresh(path) ?? window.fetch(path, init),
    onHint(listener) {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
    },
  };
}
