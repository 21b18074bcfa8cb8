import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { Fields } from '#bodies/fields.ts';
import { bodyMalformed, bodyNotObject } from '#refusals/submit-errors.ts';

/** The compiler's library lacks it: a value that is serialised as a given text. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Parses a JSON body, which must be an object of fields. */
export function parseJson(text: string): Fields {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyNotObject();
  return value as Fields;
}

/** Only such numbers may change when serialised again; a text that contains such digits costs little. */
const suspects = /\d[.eE]|\d{16}|-0/;

/**
 * Restores every number as its sender wrote it: JavaScript cannot represent `1.0`, `1e400` or an id of 20 digits, and
 * would store something else.
 */
export function withExactNumbers(fields: Fields, text: string): Fields {
  if (!Object.values(fields).some(mayHoldNumbers) || !suspects.test(text)) return fields;
  return parseVisitorJson(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value,
  ) as Fields;
}

/**
 * True if serialising the fields would give the same text: only text values, no spaces between them, no repeated name
 * and no unnecessary escape. Most bodies are like this, and the check costs a third of serialising.
 */
export function isAsWritten(text: string, fields: Fields): boolean {
  let length = '{}'.length - ','.length;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') return false;
    length += name.length + value.length + '"":"",'.length;
  }
  // Any other content makes the text longer, so most texts need no second check.
  return text.length === length || hasOnlyNeededEscapes(text, text.length - length);
}

function hasOnlyNeededEscapes(text: string, surplus: number): boolean {
  return countEscapes(text) === surplus && !text.includes('\\u') && !text.includes('\\/');
}

/** Each remaining escape puts one backslash before one character. */
function countEscapes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) count += 1;
  return count;
}

function mayHoldNumbers(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'object';
}

function parse(text: string): unknown {
  try {
    return parseVisitorJson(text);
  } catch {
    throw bodyMalformed('The body is not valid JSON');
  }
}
