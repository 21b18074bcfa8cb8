import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';
import type { Secrets } from '@inlet/process/config';
import * as z from 'zod';

/**
 * What a link stops: the mails of a form to an address, the mails about the usage of an account, or every answer to
 * what an address sends.
 */
export type Unsubscribable =
  | { readonly kind: 'notifications'; readonly formId: string; readonly email: string }
  | { readonly kind: 'usage'; readonly userId: string; readonly email: string }
  | { readonly kind: 'auto-reply'; readonly email: string };

/** Tokens of unsubscribe links. Nothing is stored for them, and they do not expire: the law gives no mail an age. */
export interface UnsubscribeTokens {
  readonly sign: (meant: Unsubscribable) => string;
  /** Null for a token that was not signed here. */
  readonly open: (token: string) => Unsubscribable | null;
}

const email = z.string();
const unsubscribableSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notifications'), formId: z.uuid(), email }),
  z.object({ kind: z.literal('usage'), userId: z.uuid(), email }),
  z.object({ kind: z.literal('auto-reply'), email }),
]);

/** 128 bits: nobody tries so many links out. */
const signatureBytes = 16;

/** Signs with the first of the secrets of ENCRYPTION_KEYS, which both services have, and opens with each. */
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
  /** For mail programs, which send a POST there. */
  readonly oneClick: string;
  /** For people. */
  readonly page: string;
}

export function unsubscribeUrls(publicUrl: string, token: string): UnsubscribeUrls {
  return {
    oneClick: `${publicUrl}/api/mail/unsubscribe?token=${token}`,
    page: `${publicUrl}/unsubscribe?token=${token}`,
  };
}
