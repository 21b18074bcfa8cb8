import type { SignInPresence } from '#lib/session.ts';

const askedForKey = 'inlet-asked-for';

/** Keeps the page that was asked for while a provider's pages are open. */
export function keepAskedFor(storage: Storage, from: string | null): void {
  if (from === null) storage.removeItem(askedForKey);
  else storage.setItem(askedForKey, from);
}

/** The page that was asked for before a provider signed the person in. */
export function askedForBefore(storage: Storage, search: string): string | null {
  return isBack(search) ? storage.getItem(askedForKey) : null;
}

/** A provider has signed this browser in, so there is a session to look for. */
export function noteReturn(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  presence: SignInPresence,
): void {
  if (pathname === '/auth' && isBack(search)) presence.set(true);
}

function isBack(search: string): boolean {
  return new URLSearchParams(search).has('signed-in');
}
