import { foreignReturnAddress } from '#errors.ts';

/**
 * Refuses return addresses outside of our website. Returns the address as it was parsed here: other parsers may
 * interpret the typed text differently.
 */
export function returnAddress(address: string, publicUrl: string): string {
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin) throw foreignReturnAddress();
  return url.href;
}
