import { foreignReturnAddress } from '#errors.ts';

/**
 * Refuses to have the payment page send somebody to another website than ours. Answers the address as it was read here:
 * somebody else may read what was typed in another way.
 */
export function returnAddress(address: string, publicUrl: string): string {
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin) throw foreignReturnAddress();
  return url.href;
}
