import { timingSafeEqual } from 'node:crypto';

/** Compares what a stranger sent with a secret in a time that tells nothing but the length. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
