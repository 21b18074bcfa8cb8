/** Matches a byte of a non-ASCII letter, and the character that escapes it. */
const others = /[\x80-\xff]|\\/g;

/**
 * Converts a folded text for trigrams: bytes of non-ASCII characters become three digits each, so that Chinese and
 * Cyrillic words have trigrams in every locale. A text that contains another one still does. The SQL function
 * `inlet_indexed_text` does the same.
 */
export function indexedText(folded: string): string {
  return Buffer.from(folded)
    .toString('latin1')
    .replace(others, (byte) => (byte === '\\' ? '' : byte.charCodeAt(0).toString(8)));
}

/** `pg_trgm` can only search for three letters or digits in a row. */
export function hasTrigrams(text: string): boolean {
  return /[a-z0-9]{3}/.test(text);
}
