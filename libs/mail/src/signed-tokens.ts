import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type KeyPurpose } from '@inlet/crypto/derive-key';
import type { Secrets } from '@inlet/process/config';
import type * as z from 'zod';

/** Tokens of links in mails that hold what they mean, so nothing is stored for them. */
export interface SignedTokens<Meant> {
  readonly sign: (meant: Meant) => string;
  /** Returns null for a token that this installation did not sign. */
  readonly open: (token: string) => Meant | null;
}

/** 128 bits, which cannot be guessed. */
const signatureBytes = 16;

/**
 * Signs with the first secret of ENCRYPTION_KEYS, which both services share, and verifies with all of them. A token of
 * one purpose does not open for another.
 */
export function createSignedTokens<Meant>(
  secrets: Secrets,
  purpose: KeyPurpose,
  schema: z.ZodType<Meant>,
): SignedTokens<Meant> {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  const [currentKey] = keys as [Buffer];
  return {
    sign: (meant) => {
      const payload = Buffer.from(JSON.stringify(meant));
      return `${payload.toString('base64url')}.${signatureOf(payload, currentKey).toString('base64url')}`;
    },
    open: (token) => {
      const [payload = Buffer.of(), signature = Buffer.of()] = token
        .split('.')
        .map((part) => Buffer.from(part, 'base64url'));
      if (signature.length !== signatureBytes) return null;
      const isOurs = keys.some((key) => timingSafeEqual(signature, signatureOf(payload, key)));
      return isOurs ? schema.parse(JSON.parse(payload.toString())) : null;
    },
  };
}

function signatureOf(payload: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}
