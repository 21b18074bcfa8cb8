import { useSyncExternalStore } from 'react';

/** Three lines on a small screen, one elsewhere; the same for every row, so that a million of them need no measuring. */
const rowHeights = { narrow: 96, wide: 48 };
const wideScreen = '(min-width: 640px)';

export function useRowHeight(): number {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wideScreen).matches);
  return isWide ? rowHeights.wide : rowHeights.narrow;
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
