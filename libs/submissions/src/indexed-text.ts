/** A byte of a letter beyond ASCII, and what hides it otherwise. */
const others = /[\x80-\xff]|\\/g;

/**
 * A folded text as trigrams are made of it: bytes of what is not ASCII are three digits each, so that Chinese and
 * Cyrillic words have trigrams in every locale. A text that contains another one still does. The SQL function
 * `inlet_indexed_text` does the same.
 */
export function indexedText(folded: string): string {
  return Buffer.from(folded)
    .toString('latin1')
    .replace(others, (byte) => (byte === '\\' ? '' : byte.charCodeAt(0).toString(8)));
}

/** What `pg_trgm` can look for needs three letters or digits in a row. */
export function hasTrigrams(text: string): boolean {
  return /[a-z0-9]{3}/.test(text);
}
