import { timingSafeEqual } from 'node:crypto';

/** Compares untrusted input with a secret in constant time; only the length can leak. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
