import { normalizeText } from '@inlet/contracts/text';

/**
 * Matches characters that some system forbids in file names, control characters, and characters that change the text
 * direction.
 */
const unfit = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]+/gu;
/** Spaces around a name may get lost, and a leading dot hides the file. */
const edge = /[\s.]/;
const marks = /\p{M}+/gu;
const nameless = 'form';

/** Names an export after its form, for every browser and system. */
export function contentDisposition(formName: string, format: string): string {
  return attachment(`${fitName(formName)}-submissions.${format}`);
}

/** The header of a download with this name. */
export function attachment(name: string): string {
  return `attachment; filename="${inAscii(name)}"; filename*=UTF-8''${inExtended(name)}`;
}

/** A name without characters that some system forbids. */
export function fitName(name: string): string {
  const fit = name.replace(unfit, '-');
  let [start, end] = [0, fit.length];
  while (start < end && edge.test(fit.charAt(start))) start += 1;
  while (end > start && edge.test(fit.charAt(end - 1))) end -= 1;
  return fit.slice(start, end) || nameless;
}

/**
 * For clients that only read ASCII: accents are removed, and other letters and possible escapes are replaced with a
 * dash.
 */
function inAscii(name: string): string {
  return normalizeText(name, 'NFKD')
    .replace(marks, '')
    .replace(/[^ -~]+|["\\%]/g, '_');
}

/** The encoding of RFC 8187, which allows fewer characters than an address does. */
function inExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
