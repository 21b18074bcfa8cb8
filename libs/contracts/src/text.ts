/** PostgreSQL keeps every character in a text but the zero one and halves of pairs, and fails on those. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Marks in a row, such as accents, also those that another form makes marks of. */
const markRuns = /[\p{M}\uff9e\uff9f]{2,}/gu;
/** No language has more of them on one letter. */
const marksMax = 30;
const pieceOfRun = new RegExp(`.{1,${marksMax}}`, 'gsu');
/** Nobody sees it, and marks are not sorted across it. */
const joiner = '\u034f';

/**
 * The text in a normalization form, in a time that grows with its length alone. Engines sort the marks of a letter in a
 * time that grows with the square of their number, so a longer run is broken as in Unicode's stream-safe format.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(markRuns, inPieces).normalize(form);
}

function inPieces(run: string): string {
  return run.length <= marksMax ? run : (run.match(pieceOfRun) ?? []).join(joiner);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML: the result is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
