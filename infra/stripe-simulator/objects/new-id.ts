import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lengthOfIds = 24;

/** An id in Stripe's form: a prefix for the kind of object, and 24 random characters. */
export function newId(prefix: string): string {
  const random = Array.from({ length: lengthOfIds }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${random.join('')}`;
}
