import { emailAddressMax } from '@inlet/contracts/email-address';
import { normalizeText } from '@inlet/contracts/text';

/** Matches one address, or several that are only known by their hashes. */
export interface AddressMatcher {
  /** A part of the lower-case JSON of every submission that may match; null if there is none. */
  readonly needle: string | null;
  /** True if the whole value is the address. */
  readonly isAddress: (text: string) => boolean;
  /** The offsets of the address in a longer text. */
  readonly positionsIn: (text: string) => number[];
}

/** Addresses are compared without regard to case and surrounding space. */
export function normalizeAddress(text: string): string {
  return normalizeText(text, 'NFC').trim().toLowerCase();
}

/** Longer values are texts, even if they have an @. */
const addressMax = 300;
/** ASCII characters that JSON never escapes. */
const plain = /^[\w.!#$%&'*+=?^`{|}~@-]+$/;
const letter = String.raw`\p{L}\p{N}`;

/** Finds a normalized address. Neither grada@example.com nor ada@example.com.au contains ada@example.com. */
export function matchAddress(address: string): AddressMatcher {
  const [local = '', host = ''] = address.split('@').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // The pattern starts at the @: starting with the address would compare much of it at each position of a text.
  // safe because: the address is plain, and it is compared around each @ only
  const pattern = new RegExp(
    `@(?<=(?<![${letter}_%+-]|[${letter}]\\.)(${local})@)${host}(?![${letter}-]|\\.[${letter}])`,
    'giu',
  );
  return {
    needle: plain.test(address) ? address : null,
    isAddress: (text) => text.length <= addressMax && text.includes('@') && normalizeAddress(text) === address,
    positionsIn: (text) => matchesIn(text, pattern).map(({ at }) => at),
  };
}

const sign = String.raw`[${letter}.!#$%&'*+/=?^_\x60{|}~-]`;
/**
 * Matches a possible address without surrounding punctuation, from its @ outwards: a pattern that starts before the @
 * would read a long word again at each position. Erasures never have longer addresses.
 */
// safe because: it looks at no more than an address around each @
const candidate = new RegExp(
  `@(?<=(?<!${sign})(${sign}{1,${emailAddressMax}})@)(?=([${letter}.-]{0,${emailAddressMax}}[${letter}]))`,
  'gu',
);

/** Finds addresses with a test of normalized ones, such as a lookup in a set of hashes. */
export function matchAddresses(isKnown: (address: string) => boolean): AddressMatcher {
  return {
    needle: null,
    isAddress: (text) => text.length <= addressMax && text.includes('@') && isKnown(normalizeAddress(text)),
    positionsIn: (text) =>
      matchesIn(text, candidate)
        .filter(({ local, host }) => isKnown(`${local}@${host}`.toLowerCase()))
        .map(({ at }) => at),
  };
}

interface Match {
  readonly at: number;
  readonly local: string;
  readonly host: string;
}

/** The matches of a pattern that starts at an @, with the part before it in the first group. */
function matchesIn(text: string, pattern: RegExp): Match[] {
  if (!text.includes('@')) return [];
  return Array.from(normalizeText(text, 'NFC').matchAll(pattern), ({ index, 1: local = '', 2: host = '' }) => ({
    at: index - local.length,
    local,
    host,
  }));
}
