import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';
import type { Secrets } from '@inlet/process/config';
import * as z from 'zod';

/**
 * The scope of an unsubscribe link: a form's mails to an address, an account's usage mails, or every reply to an
 * address's submissions.
 */
export type Unsubscribable =
  | { readonly kind: 'notifications'; readonly formId: string; readonly email: string }
  | { readonly kind: 'usage'; readonly userId: string; readonly email: string }
  | { readonly kind: 'auto-reply'; readonly email: string };

/**
 * Tokens of unsubscribe links. Nothing is stored for them, and they do not expire, because the law sets no age limit.
 */
export interface UnsubscribeTokens {
  readonly sign: (meant: Unsubscribable) => string;
  /** Returns null for a token that this installation did not sign. */
  readonly open: (token: string) => Unsubscribable | null;
}

const email = z.string();
const unsubscribableSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notifications'), formId: z.uuid(), email }),
  z.object({ kind: z.literal('usage'), userId: z.uuid(), email }),
  z.object({ kind: z.literal('auto-reply'), email }),
]);

/** 128 bits, which cannot be guessed. */
const signatureBytes = 16;

/** Signs with the first secret of ENCRYPTION_KEYS, which both services share, and verifies with all of them. */
export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
  const keys = secrets.map((secret) => deriveKey(secret, 'unsubscribe links'));
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
      return isOurs ? unsubscribableSchema.parse(JSON.parse(payload.toString())) : null;
    },
  };
}

function signatureOf(payload: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}

export interface UnsubscribeUrls {
  /** The address for mail programs, which send a POST to it. */
  readonly oneClick: string;
  /** The address for people. */
  readonly page: string;
}

export function unsubscribeUrls(publicUrl: string, token: string): UnsubscribeUrls {
  return {
    oneClick: `${publicUrl}/api/mail/unsubscribe?token=${token}`,
    page: `${publicUrl}/unsubscribe?token=${token}`,
  };
}
