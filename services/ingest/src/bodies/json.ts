import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { Fields } from '#bodies/fields.ts';
import { bodyMalformed, bodyNotObject } from '#refusals/submit-errors.ts';

/** Not in the compiler's library yet: a value that is written as a given text. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Reads a JSON body, which must be an object of fields. */
export function parseJson(text: string): Fields {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyNotObject();
  return value as Fields;
}

/** Only such numbers may read differently once they are written again; that a text holds such digits costs little. */
const suspects = /\d[.eE]|\d{16}|-0/;

/**
 * Gives the fields back with every number as its sender wrote it: `1.0`, `1e400` and an id of 20 digits are no numbers
 * of JavaScript's, and would be stored as something else.
 */
export function withExactNumbers(fields: Fields, text: string): Fields {
  if (!Object.values(fields).some(mayHoldNumbers) || !suspects.test(text)) return fields;
  return parseVisitorJson(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value,
  ) as Fields;
}

/**
 * Whether a text is what would be written for its fields again: nothing but texts, no space between them, no name twice
 * and no character escaped that need not be. Most are, and finding out costs a third of writing one.
 */
export function isAsWritten(text: string, fields: Fields): boolean {
  let length = '{}'.length - ','.length;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') return false;
    length += name.length + value.length + '"":"",'.length;
  }
  // All other content makes a text longer, so most texts need no second look.
  return text.length === length || hasOnlyNeededEscapes(text, text.length - length);
}

function hasOnlyNeededEscapes(text: string, surplus: number): boolean {
  return countEscapes(text) === surplus && !text.includes('\\u') && !text.includes('\\/');
}

/** Each of those that are left puts one backslash before one character. */
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
