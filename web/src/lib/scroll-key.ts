import type { Location } from 'react-router-dom';

let firstEntry: string | undefined;

/**
 * Names a history entry for its scroll position. The router calls the first entry of every document `default`, so a
 * page that was loaded anew would take over the position of another one. A name in the entry itself lasts over a
 * reload.
 */
export function scrollKey({ key }: Pick<Location, 'key'>): string {
  if (key !== 'default') return key;
  firstEntry ??= nameEntry();
  return firstEntry;
}

function nameEntry(): string {
  const { history } = window;
  const known: unknown = history.state?.scrollKey;
  if (typeof known === 'string') return known;
  const name = crypto.randomUUID();
  history.replaceState({ ...history.state, scrollKey: name }, '');
  return name;
}
