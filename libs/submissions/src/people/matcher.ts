import { emailAddressMax } from '@inlet/contracts/email-address';
import { normalizeText } from '@inlet/contracts/text';

/** Knows one address, or several of which there are only hashes. */
export interface AddressMatcher {
  /** Part of the lower-case JSON of every submission that may match; null where that cannot be told. */
  readonly needle: string | null;
  /** Whether a whole value is the address. */
  readonly isAddress: (text: string) => boolean;
  /** Where a longer text has the address. */
  readonly positionsIn: (text: string) => number[];
}

/** Addresses are the same in whatever case, and with space around them. */
export function normalizeAddress(text: string): string {
  return normalizeText(text, 'NFC').trim().toLowerCase();
}

/** Longer values are texts, even if they have an @. */
const addressMax = 300;
/** ASCII that JSON never escapes. */
const plain = /^[\w.!#$%&'*+=?^`{|}~@-]+$/;
const letter = String.raw`\p{L}\p{N}`;

/** Finds a normalized address. In grada@example.com and in ada@example.com.au there is no ada@example.com. */
export function matchAddress(address: string): AddressMatcher {
  const [local = '', host = ''] = address.split('@').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // It begins at the @: a pattern that begins with the address compares much of it at each place of a text.
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
 * What may be an address, without the punctuation around it, from its @ outwards: a pattern that begins with what is
 * before the @ reads on from each place of a long word. No erasure is of a longer address.
 */
// safe because: it looks at no more than an address around each @
const candidate = new RegExp(
  `@(?<=(?<!${sign})(${sign}{1,${emailAddressMax}})@)(?=([${letter}.-]{0,${emailAddressMax}}[${letter}]))`,
  'gu',
);

/** Finds addresses by a test of normalized ones, such as a look into a set of hashes. */
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

/** The matches of a pattern that begins at an @, and whose first group is what stands before it. */
function matchesIn(text: string, pattern: RegExp): Match[] {
  if (!text.includes('@')) return [];
  return Array.from(normalizeText(text, 'NFC').matchAll(pattern), ({ index, 1: local = '', 2: host = '' }) => ({
    at: index - local.length,
    local,
    host,
  }));
}
