import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let known: ReadonlySet<string> | undefined;

/** Returns whether a domain, or one above it, gives out addresses for some minutes. */
export function isDisposable(domain: string): boolean {
  // The library's own function rebuilds the set on each call.
  known ??= disposableEmailBlocklistSet();
  let name = domain.toLowerCase();
  while (!known.has(name)) {
    const dot = name.indexOf('.');
    if (dot === -1) return false;
    name = name.slice(dot + 1);
  }
  return true;
}
