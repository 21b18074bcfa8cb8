/**
 * The values of each type as regular expressions, for the check and for the published schema. All of them take time in
 * proportion to the text.
 */

/** As browsers check an address, with a dot in the host, and with letters of any language. */
export const emailSource = String.raw`^[^\s@"(),:;<>[\\\]\x00-\x1f\x7f]+@[^\s.\x00-\x2c\x2f:-@[-\x60{-\x7f]+(?:\.[^\s.\x00-\x2c\x2f:-@[-\x60{-\x7f]+)+$`;
export const urlSource = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@:\\]+(?::[0-9]{1,5})?(?:[/?#]\S*)?$`;
/** Three to twenty digits with the signs that people write between them, and an extension such as "ext. 12". */
export const telSource = '^[ ().+/#*,;extEXT-]*(?:[0-9][ ().+/#*,;extEXT-]*){3,20}$';
/** A day that exists. */
export const dateSource =
  '^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$';
/** A number as text, as forms send it. */
const numberSource = String.raw`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`;
/** A text that says that a box is not checked, or nothing. */
export const uncheckedSource = String.raw`^\s*(?:(?:[Ff][Aa][Ll][Ss][Ee]|[Oo][Ff][Ff]|[Nn][Oo]|0)\s*)?$`;
export const blankSource = String.raw`^\s*$`;

/** The longest address of a mail box, in characters. */
export const emailMax = 254;
/** No number has more digits; the rest would cost time. */
const numberTextMax = 100;

const [email, url, tel, date, number, unchecked] = [
  emailSource,
  urlSource,
  telSource,
  dateSource,
  numberSource,
  uncheckedSource,
  // safe because: the sources stand above, and costly-texts.test.ts tries each of them with long texts
].map((source) => new RegExp(source, 'u')) as [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp];

export const isEmail = (text: string): boolean => text.length <= 2 * emailMax && email.test(text);
export const isUrl = (text: string): boolean => url.test(text);
export const isTel = (text: string): boolean => tel.test(text);
export const isDate = (text: string): boolean => text.length === '2026-01-31'.length && date.test(text);
export const isUnchecked = (text: string): boolean => unchecked.test(text);

/** Browsers send an empty input as an empty text, and programs send null. */
export function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** TypeScript's library has no types for it yet. */
declare global {
  interface JSON {
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** The number that a program or a form sent, or null. Ingest keeps some numbers as their text. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (JSON.isRawJSON(value)) return numberIn(Number(value.rawJSON));
  if (typeof value !== 'string' || value.length > numberTextMax || !number.test(value)) return null;
  return numberIn(Number(value));
}

/**
 * The length as people count it: a character beyond 16 bits is one, and so is a line break, which a form sends as two.
 * Counting ends above `enough`.
 */
export function lengthOf(text: string, enough: number): number {
  let length = 0;
  for (let index = 0; index < text.length && length <= enough; index += 1) {
    const code = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    if ((code === 0x0d && next === 0x0a) || (code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff))
      index += 1;
    length += 1;
  }
  return length;
}
