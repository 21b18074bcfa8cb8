import { hkdfSync } from 'node:crypto';

/** What a key is for. */
export type KeyPurpose =
  | 'access tokens'
  | 'refresh tokens'
  | 'sealing'
  | 'unsubscribe links'
  | 'first account'
  | 'erased addresses'
  | 'receipts'
  | 'file links';

/** 256 bits, as many as the hash has. */
const keyBytes = 32;

/** A key of its own for each purpose: what is made with one can never be passed off as made with the other. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `inlet ${purpose}`, keyBytes));
}
