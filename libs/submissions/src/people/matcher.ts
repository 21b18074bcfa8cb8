/** Knows one address, or several of which there are only hashes. */
export interface AddressMatcher {
  /** Part of the lower-case JSON of every submission that may match; null where that cannot be told. */
  readonly needle: string | null;
  /** Whether a whole value is the address. */
  readonly isAddress: (text: string) => boolean;
  /** Where a longer text has the address. */
  readonly placesIn: (text: string) => number[];
}

/** Addresses are the same in whatever case, and with space around them. */
export function normalizeAddress(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Longer values are texts, even if they have an @. */
const addressMax = 300;
/** ASCII that JSON never escapes. */
const plain = /^[\w.!#$%&'*+=?^`{|}~@-]+$/;
const letter = String.raw`\p{L}\p{N}`;

/** Finds a normalized address. In grada@example.com and in ada@example.com.au there is no ada@example.com. */
export function matchAddress(address: string): AddressMatcher {
  const pattern = new RegExp(
    `(?<![${letter}_%+-]|[${letter}]\\.)${address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![${letter}-]|\\.[${letter}])`,
    'giu',
  );
  return {
    needle: plain.test(address) ? address : null,
    isAddress: (text) => text.length <= addressMax && text.includes('@') && normalizeAddress(text) === address,
    placesIn: (text) =>
      text.includes('@') ? Array.from(text.normalize('NFC').matchAll(pattern), ({ index }) => index) : [],
  };
}

/** What may be an address, without the punctuation around it. */
const candidate = new RegExp(String.raw`[${letter}.!#$%&'*+/=?^_\x60{|}~-]+@[${letter}.-]*[${letter}]`, 'gu');

/** Finds addresses by a test of normalized ones, such as a look into a set of hashes. */
export function matchAddresses(isKnown: (address: string) => boolean): AddressMatcher {
  return {
    needle: null,
    isAddress: (text) => text.length <= addressMax && text.includes('@') && isKnown(normalizeAddress(text)),
    placesIn: (text) =>
      text.includes('@')
        ? Array.from(text.normalize('NFC').matchAll(candidate))
            .filter(([found]) => isKnown(normalizeAddress(found)))
            .map(({ index }) => index)
        : [],
  };
}
