export type AuthMode =
  | 'sign-in'
  | 'sign-up'
  | 'invitation'
  | 'join'
  | 'waitlist'
  | 'forgot'
  | 'reset'
  | 'confirm-email'
  | 'verify';

const forEverybody: readonly AuthMode[] = ['invitation', 'join', 'waitlist', 'reset', 'confirm-email', 'verify'];

const named: readonly AuthMode[] = ['sign-up', 'waitlist', 'forgot', 'reset', 'confirm-email', 'verify'];

/** The mode of `/auth`. It depends only on the address, so that "back" and reload keep the mode. */
export function authMode(query: URLSearchParams): AuthMode {
  const mode = named.find((name) => name === query.get('mode'));
  if (mode) return mode;
  if (query.get('join')) return 'join';
  if (query.get('invite')) return 'invitation';
  if (query.get('early_pro') === 'true' || query.get('waitlist_success') === 'true') return 'waitlist';
  return 'sign-in';
}

/** Modes for signed-in people as well: emailed links, and the waitlist for another plan. */
export function isForEverybody(mode: AuthMode): boolean {
  return forEverybody.includes(mode);
}
