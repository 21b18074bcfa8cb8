import { randomInt } from 'node:crypto';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const length = 12;

/** A form's public name: 12 characters of base 36 are 62 bits, which cannot be guessed. */
export function createEndpointId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
