import { useSyncExternalStore } from 'react';

/** How a row is drawn: in one line of columns, in two lines, or in three. */
export type ListLayout = 'wide' | 'middle' | 'narrow';

/** The same for every row, so that a million of them need no measuring. */
export const rowHeights: Readonly<Record<ListLayout, number>> = { wide: 36, middle: 56, narrow: 78 };

/** In the unit of the styles, because a reader's larger letters move these too. */
const wideScreen = '(min-width: 75rem)';
const middleScreen = '(min-width: 40rem)';
/** Beside the pane of 27 rem the list is as wide there as without it on a screen of 1440 pixels. */
const roomyScreen = '(min-width: 115rem)';

export function useListLayout(): ListLayout {
  return useSyncExternalStore(subscribe, layoutNow);
}

/** Whether a pane beside the list leaves it too little room for all columns. */
export function useNarrowList(hasPane: boolean): boolean {
  return useSyncExternalStore(subscribe, isRoomy) ? false : hasPane;
}

const isRoomy = () => window.matchMedia(roomyScreen).matches;

function layoutNow(): ListLayout {
  if (window.matchMedia(wideScreen).matches) return 'wide';
  return window.matchMedia(middleScreen).matches ? 'middle' : 'narrow';
}

function subscribe(listener: () => void): () => void {
  const queries = [wideScreen, middleScreen, roomyScreen].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
