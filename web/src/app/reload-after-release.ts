import type { Connection } from '#lib/connection.ts';

interface ReleaseDeps {
  /** The target of Vite's event for a chunk that did not load. */
  readonly window: Pick<EventTarget, 'addEventListener'>;
  readonly connection: Pick<Connection, 'check' | 'isReachable'>;
  /** A flag that lasts as long as the tab, even over a reload. A browser may refuse to store it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** The address for a load of the whole page that loses none of the person's input, or null if there is none. */
  readonly freeToLoad: () => string | null;
  readonly leaveTo: (url: string) => void;
}

const storageKey = 'inlet:loaded-for-release';
/** If a chunk is missing again so soon after a reload, the new release lacks it too. */
export const reloadPauseMs = 60_000;

/**
 * A release removes the files of the previous one, so an open tab may fail to load a chunk. A reload brings the new
 * release. It happens only once: if it does not help, the page shows the error.
 */
export function reloadAfterRelease({ window, connection, storage, freeToLoad, leaveTo }: ReleaseDeps): void {
  window.addEventListener('vite:preloadError', async () => {
    const url = freeToLoad();
    if (url === null) return;
    // Without a connection, a reload would show the browser's own error page; the app waits for the connection instead.
    await connection.check();
    if (!connection.isReachable() || wasJustLoaded()) return;
    if (remember()) leaveTo(url);
  });

  function wasJustLoaded(): boolean {
    try {
      return Date.now() - Number(storage().getItem(storageKey) ?? 0) < reloadPauseMs;
    } catch {
      return true;
    }
  }

  /** Without storage nothing could end a loop of reloads, so the page is not reloaded. */
  function remember(): boolean {
    try {
      storage().setItem(storageKey, String(Date.now()));
      return true;
    } catch {
      return false;
    }
  }
}

interface RouterState {
  readonly initialized: boolean;
  readonly navigation: { readonly location?: Address | undefined };
  readonly location: Address;
}

interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * A person who navigates has given up the text on this page, so the new page is loaded. Otherwise the page stays as
 * long as it contains unsaved text.
 */
export function freeToLoad({ initialized, navigation, location }: RouterState, page: ParentNode): string | null {
  const { pathname, search, hash } = navigation.location ?? location;
  const isStaying = initialized && navigation.location === undefined;
  return isStaying && holdsText(page) ? null : pathname + search + hash;
}

const textless = new Set(['hidden', 'checkbox', 'radio', 'button', 'submit', 'reset']);

function holdsText(page: ParentNode): boolean {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some(({ type, value }) => !textless.has(type) && value !== '');
}
