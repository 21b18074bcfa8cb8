import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: nobody guesses one, so nothing but its life limits it. */
const tokenBytes = 32;

export interface LinkToken {
  /** What the link carries; it is told once, in the mail. */
  readonly token: string;
  readonly tokenHash: string;
}

export function createLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

/** What is stored: who reads the database cannot open the link. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
