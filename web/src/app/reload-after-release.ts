import type { Connection } from '#lib/connection.ts';

interface ReleaseDeps {
  /** The target of Vite's event for a chunk that did not load. */
  readonly window: Pick<EventTarget, 'addEventListener'>;
  readonly connection: Pick<Connection, 'check' | 'isReachable'>;
  /** Lasts as long as the tab, also over a load of the page. A browser may refuse it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Where a load of the whole page may lead without taking anything from the person, or null where it must not. */
  readonly freeToLoad: () => string | null;
  readonly leaveTo: (url: string) => void;
}

const storageKey = 'inlet:loaded-for-release';
/** A part that is missing again so soon after a load is missing in the new release too. */
export const reloadPauseMs = 60_000;

/**
 * A release takes the files of the one before with it, so a tab that was open finds a part of its app gone. Loading the
 * page brings the new release; only once: if that does not help, the page shows the error.
 */
export function reloadAfterRelease({ window, connection, storage, freeToLoad, leaveTo }: ReleaseDeps): void {
  window.addEventListener('vite:preloadError', async () => {
    const url = freeToLoad();
    if (url === null) return;
    // Without a connection the browser would show a page of its own; the app waits for the connection instead.
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

  /** Where nothing can be remembered nothing ends a loop, so none is begun. */
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
 * A person on the way to another page has given up the text on this one, so the load leads there. Otherwise the
 * page stays as long as there is any text in it.
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
