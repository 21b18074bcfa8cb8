import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';

/** 256 random bits. */
const secretBytes = 32;

/** A refresh token as its holder keeps it: the session it belongs to, and a secret that changes with each use. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly secret: string;
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

export function firstRefreshToken(sessionId: string): RefreshToken {
  return { sessionId, secret: randomBytes(secretBytes).toString('base64url') };
}

/**
 * The successor is derived instead of random: two tabs that use the same token at the same time get the same successor,
 * although only its hash is stored. Without the key, a successor cannot be derived from its predecessor.
 */
export function nextRefreshToken({ sessionId, secret }: RefreshToken, tokenSecret: string): RefreshToken {
  const next = createHmac('sha256', deriveKey(tokenSecret, 'refresh tokens'))
    .update(`refresh:${sessionId}:${secret}`)
    .digest('base64url');
  return { sessionId, secret: next };
}

/** The stored hash, so that reading the database is not enough to use a token. */
export function hashRefreshToken({ secret }: RefreshToken): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function formatRefreshToken({ sessionId, secret }: RefreshToken): string {
  return `${sessionId}.${secret}`;
}

export function parseRefreshToken(text: string): RefreshToken | null {
  const [, sessionId, secret] = pattern.exec(text) ?? [];
  return sessionId && secret ? { sessionId, secret } : null;
}
