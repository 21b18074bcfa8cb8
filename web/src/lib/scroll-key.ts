import type { Location } from 'react-router-dom';

let firstEntry: string | undefined;

/**
 * Names a history entry for its scroll position. The router names the first entry of every document `default`, so a
 * reloaded page would use the position of another entry. A name in the entry itself survives a reload.
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
