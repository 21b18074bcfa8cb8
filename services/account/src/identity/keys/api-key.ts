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

export function createApiKey(): FreshApiKey {
  const key = apiKeyPrefix + randomBytes(secretBytes).toString('base64url');
  return { key, hint: key.slice(0, hintLength), tokenHash: hashApiKey(key) };
}

/** Keys are random enough for a fast hash; a slow one would delay each request of a program. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
