import { normalizeText } from '#text.ts';

/** A part of a search. A submission must match all parts; their text is folded. */
export interface SearchTerm {
  /** Text anywhere in the fields. For `field:value`, the value, which must always occur. */
  readonly text: string;
  /** The field of `field:value`. A submission that literally contains `field:value` matches too. */
  readonly field?: { readonly name: string; readonly literal: string };
}

/**
 * Matches `field:value`, `"a phrase"` or a word; quoted text may have spaces. An address such as `https://…` is a word.
 */
const termPattern = /("[^"]+"|[^\s":]+):("[^"]+"|[^\s"/]\S*)(?=\s|$)|("[^"]+")(?=\s|$)|(\S+)/gu;

/** Parses a search into its terms. */
export function parseQuery(q: string): SearchTerm[] {
  return Array.from(q.matchAll(termPattern), ([all, name, value, phrase]) => {
    if (name === undefined || value === undefined) return { text: foldedOf(unquoted(phrase ?? all)) };
    const field = { name: foldText(unquoted(name)), literal: foldText(`${unquoted(name)}:${unquoted(value)}`) };
    return { text: foldedOf(unquoted(value)), field };
  });
}

/** If folding leaves nothing of a text, such as a lone accent, it must match nothing instead of everything. */
const foldedOf = (text: string) => foldText(text) || text;

const unquoted = (text: string) =>
  text.startsWith('"') && text.endsWith('"') && text.length > 2 ? text.slice(1, -1) : text;

/** True if the fields match a search. Text is searched in the JSON, as the service does. */
export function matchesQuery(terms: readonly SearchTerm[], data: Readonly<Record<string, unknown>>): boolean {
  const json = foldText(JSON.stringify(data));
  return terms.every(({ text, field }) => {
    if (!json.includes(asStored(text))) return false;
    if (!field || json.includes(asStored(field.literal))) return true;
    return Object.entries(data).some(([name, value]) => foldText(name) === field.name && textOf(value).includes(text));
  });
}

/** A text as stored in JSON fields, where quotes and line breaks are escaped. */
export function asStored(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const textOf = (value: unknown) => foldText(typeof value === 'string' ? value : JSON.stringify(value));

/** Accents, other marks on letters, and invisible characters. */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200d\ufeff]/g;
/** Letters that do not decompose into another letter and a mark, with their usual replacement. */
const letters: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ð: 'd',
    đ: 'd',
    ħ: 'h',
    ı: 'i',
    ĸ: 'k',
    ł: 'l',
    ŋ: 'n',
    ø: 'o',
    ŧ: 't',
    ς: 'σ',
  },
  ...{ '‘': "'", '’': "'", ʼ: "'", '‐': '-', '–': '-', '—': '-', '−': '-' },
};
// safe because: it is one class of the letters above
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
const ascii = /^[\0-\x7f]*$/;
const western = /^[\0-\u017f]*$/;
const accented = /[\x80-\u017f]/g;

/** A text without accents, case and compatibility forms. The SQL function `inlet_fold` does the same. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // Such texts are common, and each of their letters folds by itself, which takes a third of the time.
  if (western.test(text)) return text.replace(accented, foldAccented).toLowerCase();
  return foldAny(text);
}

function foldAny(text: string): string {
  const decomposed = normalizeText(text, 'NFKD');
  const plain = decomposed.replace(marks, '');
  const folded = plain.toLowerCase().replace(letterPattern, (letter) => letters[letter] ?? letter);
  // A run of marks can only get longer if characters within it were removed.
  return plain.length === decomposed.length ? folded.normalize('NFC') : normalizeText(folded, 'NFC');
}

const accentedLetters = Array.from({ length: 0x100 }, (_, index) => foldAny(String.fromCharCode(0x80 + index)));
const foldAccented = (letter: string) => accentedLetters[letter.charCodeAt(0) - 0x80] ?? letter;
