import { createHmac } from 'node:crypto';
import type { Secrets } from '@inlet/process/config';
import { deriveKey } from '#derive-key.ts';

/** Stands for addresses that must not be kept. Without ENCRYPTION_KEYS nobody can tell which address a hash is of. */
export interface AddressHashes {
  /** Under the first key. The subject is the account, or a name for what belongs to no account. */
  readonly of: (subject: string, address: string) => Buffer;
  /** Under each of the keys: what was hashed before the first one was replaced is known too. */
  readonly allOf: (subject: string, address: string) => Buffer[];
}

export function createAddressHashes(secrets: Secrets): AddressHashes {
  const keys = secrets.map((secret) => deriveKey(secret, 'erased addresses'));
  const allOf = (subject: string, address: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${subject}\n${address}`).digest());
  const [first] = keys as [Buffer];
  return { allOf, of: (subject, address) => createHmac('sha256', first).update(`${subject}\n${address}`).digest() };
}

/** The address itself, and the names that stand for it in the list of suppressed addresses once it was erased. */
export function suppressedNames(hashes: AddressHashes, address: string): [address: string, ...hashed: string[]] {
  return [address, ...hashes.allOf('suppression', address).map((hash) => `hmac-sha256:${hash.toString('hex')}`)];
}
