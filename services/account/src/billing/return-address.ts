import { foreignReturnAddress } from '#billing/billing-errors.ts';

/** Refuses to have the payment page send somebody to another website than ours. */
export function checkReturnAddress(address: string, publicUrl: string): void {
  if (new URL(address).origin !== new URL(publicUrl).origin) throw foreignReturnAddress();
}
