import { hkdfSync } from 'node:crypto';

/** The purpose of a key. */
export type KeyPurpose =
  | 'access tokens'
  | 'refresh tokens'
  | 'sealing'
  | 'unsubscribe links'
  | 'confirmation links'
  | 'first account'
  | 'erased addresses'
  | 'receipts'
  | 'file links';

/** 256 bits, the size of the hash. */
const keyBytes = 32;

/** Derives a separate key for each purpose, so that a value made with one is never accepted by another. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `inlet ${purpose}`, keyBytes));
}
