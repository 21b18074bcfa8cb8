import { secondFactorMethods } from '@inlet/contracts/factor-methods';
import type { SecondStep, SignInPresence } from '#lib/session.ts';

const askedForKey = 'inlet-asked-for';

/** Keeps the page that was asked for while a provider's pages are open. */
export function keepAskedFor(storage: Storage, from: string | null): void {
  if (from === null) storage.removeItem(askedForKey);
  else storage.setItem(askedForKey, from);
}

/** The page that was asked for before a provider signed the person in, with or without a second step. */
export function askedForBefore(storage: Storage, search: string): string | null {
  return isBack(search) || providerBefore(search) !== null ? storage.getItem(askedForKey) : null;
}

/** A provider has signed this browser in, so there is a session to look for. */
export function noteReturn(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  presence: SignInPresence,
): void {
  if (pathname === '/auth' && isBack(search)) presence.set(true);
}

/** The second step that an address of the service leads to. */
export function secondStepIn({ search, hash }: Pick<Location, 'search' | 'hash'>): SecondStep | null {
  const said = new URLSearchParams(hash.slice(1));
  const token = said.get('token');
  if (providerBefore(search) === null || token === null) return null;
  const names = said.get('methods')?.split(' ') ?? [];
  return { token, methods: secondFactorMethods.filter((method) => names.includes(method)) };
}

/** The provider that took the first step of the sign-in. */
function providerBefore(search: string): string | null {
  return new URLSearchParams(search).get('second-step');
}

function isBack(search: string): boolean {
  return new URLSearchParams(search).has('signed-in');
}
