/** PostgreSQL accepts every character except NUL and lone surrogates, which make a statement fail. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Matches several marks in a row, such as accents, including characters that normalization turns into marks. */
const markRuns = /[\p{M}\uff9e\uff9f]{2,}/gu;
/** No language has more of them on one letter. */
const marksMax = 30;
const pieceOfRun = new RegExp(`.{1,${marksMax}}`, 'gsu');
/** An invisible character; marks are not sorted across it. */
const joiner = '\u034f';

/**
 * Normalizes a text in linear time. Engines sort the marks of a letter in quadratic time, so longer runs are split as
 * in Unicode's stream-safe format.
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
