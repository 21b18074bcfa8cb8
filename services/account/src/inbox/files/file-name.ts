import { normalizeText } from '@inlet/contracts/text';

/** Characters that some system refuses in a file name, controls, and those that turn the direction of what follows. */
const unfit = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]+/gu;
/** Spaces around a name are lost somewhere on the way, and a dot before it hides the file. */
const edge = /[\s.]/;
const marks = /\p{M}+/gu;
const nameless = 'form';

/** Names an export after its form, in every browser and on every system. */
export function contentDisposition(formName: string, format: string): string {
  return attachment(`${fitName(formName)}-submissions.${format}`);
}

/** A download with that name. */
export function attachment(name: string): string {
  return `attachment; filename="${inAscii(name)}"; filename*=UTF-8''${inExtended(name)}`;
}

/** A name without what some system refuses in it. */
export function fitName(name: string): string {
  const fit = name.replace(unfit, '-');
  let [start, end] = [0, fit.length];
  while (start < end && edge.test(fit.charAt(start))) start += 1;
  while (end > start && edge.test(fit.charAt(end - 1))) end -= 1;
  return fit.slice(start, end) || nameless;
}

/** For clients that read no other: accents go, other letters become a line, as does what they might take for an escape. */
function inAscii(name: string): string {
  return normalizeText(name, 'NFKD')
    .replace(marks, '')
    .replace(/[^ -~]+|["\\%]/g, '_');
}

/** As RFC 8187 wants it, which allows fewer characters than an address does. */
function inExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
