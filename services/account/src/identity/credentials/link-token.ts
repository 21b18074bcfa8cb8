import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits cannot be guessed, so a token is only limited by its lifetime. */
const tokenBytes = 32;

export interface LinkToken {
  /** The token in the link; it only appears in the mail. */
  readonly token: string;
  readonly tokenHash: string;
}

export function createLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

/** The stored hash, so that reading the database is not enough to open the link. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
