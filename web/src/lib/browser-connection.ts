import type { ConnectionDeps } from '#lib/connection.ts';

/** What tells a real browser's page that the network may have changed. */
export function browserConnectionDeps(): ConnectionDeps {
  return {
    fetch: (path, init) => window.fetch(path, init),
    onHint(listener) {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
    },
  };
}
