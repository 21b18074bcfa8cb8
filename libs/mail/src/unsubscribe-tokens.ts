import type { Secrets } from '@inlet/process/config';
import * as z from 'zod';
import { createSignedTokens, type SignedTokens } from '#signed-tokens.ts';

/**
 * The scope of an unsubscribe link: a form's mails to an address, an account's usage mails, or every reply to an
 * address's submissions.
 */
export type Unsubscribable =
  | { readonly kind: 'notifications'; readonly formId: string; readonly email: string }
  | { readonly kind: 'usage'; readonly userId: string; readonly email: string }
  | { readonly kind: 'auto-reply'; readonly email: string };

/** Tokens of unsubscribe links. They do not expire, because the law sets no age limit. */
export type UnsubscribeTokens = SignedTokens<Unsubscribable>;

const email = z.string();
const unsubscribableSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notifications'), formId: z.uuid(), email }),
  z.object({ kind: z.literal('usage'), userId: z.uuid(), email }),
  z.object({ kind: z.literal('auto-reply'), email }),
]);

export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
  return createSignedTokens(secrets, 'unsubscribe links', unsubscribableSchema);
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
