import { createHmac } from 'node:crypto';
import type { Secrets } from '@inlet/process/config';
import { deriveKey } from '#derive-key.ts';

/** Hashes addresses that must not be kept. Without ENCRYPTION_KEYS, a hash cannot be traced back to its address. */
export interface AddressHashes {
  /** Hashes with the first key. The subject is the account, or a name for data that belongs to no account. */
  readonly of: (subject: string, address: string) => Buffer;
  /** Hashes with every key, so that hashes from before a key rotation still match. */
  readonly allOf: (subject: string, address: string) => Buffer[];
}

export function createAddressHashes(secrets: Secrets): AddressHashes {
  const keys = secrets.map((secret) => deriveKey(secret, 'erased addresses'));
  const allOf = (subject: string, address: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${subject}\n${address}`).digest());
  const [first] = keys as [Buffer];
  return { allOf, of: (subject, address) => createHmac('sha256', first).update(`${subject}\n${address}`).digest() };
}

/** Returns the address and the hashes that replace it in the list of suppressed addresses after an erasure. */
export function suppressedNames(hashes: AddressHashes, address: string): [address: string, ...hashed: string[]] {
  return [address, ...hashes.allOf('suppression', address).map((hash) => `hmac-sha256:${hash.toString('hex')}`)];
}
