import { createHash, randomBytes } from 'node:crypto';
import { apiKeyPrefix } from '@inlet/contracts/api-keys';

/** 256 random bits. */
const secretBytes = 32;
const hintLength = apiKeyPrefix.length + 4;

export interface FreshApiKey {
  readonly key: string;
  readonly hint: string;
  readonly tokenHash: string;
}

/** Before the hash of a key whose scopes are no sum: the release before does not find it, and would open too much. */
const scopedMark = 'scoped:';

export function createApiKey(isScoped = false): FreshApiKey {
  const key = apiKeyPrefix + randomBytes(secretBytes).toString('base64url');
  return { key, hint: key.slice(0, hintLength), tokenHash: (isScoped ? scopedMark : '') + hashApiKey(key) };
}

/** Keys are random enough for a fast hash; a slow one would delay each request of a program. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The hashes under which a key may be stored. */
export function hashesOfKey(key: string): string[] {
  const hash = hashApiKey(key);
  return [hash, scopedMark + hash];
}
