import { useSyncExternalStore } from 'react';

/** Three lines on a small screen, one elsewhere; the same for every row, so that a million of them need no measuring. */
const rowHeights = { narrow: 96, wide: 48 };
/** Where the row's own layout changes; in the same unit, because a reader's larger letters move that. */
const wideScreen = '(min-width: 40rem)';

export function useRowHeight(): number {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wideScreen).matches);
  return isWide ? rowHeights.wide : rowHeights.narrow;
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
