import { deriveKey } from '@inlet/crypto/derive-key';
import { isSameSecret } from '@inlet/crypto/same-secret';
import type { AccountConfig } from '#config.ts';

/** Every process of an installation derives the same token, so it is not stored. */
function tokenOf(secret: string): string {
  return deriveKey(secret, 'first account').toString('base64url');
}

/** The link to create the first account while sign-up is closed. */
export function firstAccountLink({
  PUBLIC_URL,
  TOKEN_SECRET,
}: Pick<AccountConfig, 'PUBLIC_URL' | 'TOKEN_SECRET'>): string {
  return `${PUBLIC_URL}/auth?${new URLSearchParams({ invite: tokenOf(TOKEN_SECRET[0]) })}`;
}

export function isFirstAccountToken({ TOKEN_SECRET }: Pick<AccountConfig, 'TOKEN_SECRET'>, token: string): boolean {
  return TOKEN_SECRET.some((secret) => isSameSecret(token, tokenOf(secret)));
}
