import { useSyncExternalStore } from 'react';

/** The layout of a row: one line of columns, two lines, or three. */
export type ListLayout = 'wide' | 'middle' | 'narrow';

/** The same height for every row, so that a million rows need no measuring. */
export const rowHeights: Readonly<Record<ListLayout, number>> = { wide: 36, middle: 56, narrow: 78 };

/** In rem like the styles, because these limits must follow the reader's font size. */
const wideScreen = '(min-width: 75rem)';
const middleScreen = '(min-width: 40rem)';
/** Beside the pane of 27 rem, the list is as wide there as it is without the pane on a screen of 1440 pixels. */
const roomyScreen = '(min-width: 115rem)';

export function useListLayout(): ListLayout {
  return useSyncExternalStore(subscribe, layoutNow);
}

/** True if a pane beside the list leaves too little space for all columns. */
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
