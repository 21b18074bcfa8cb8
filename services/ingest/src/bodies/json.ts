import type { Fields } from '#bodies/fields.ts';
import { bodyMalformed, bodyNotObject } from '#submissions/submit-errors.ts';

/** Not in the compiler's library yet: the text of a value that is read, and a value that is written as a given text. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source: string }) => unknown,
    ): unknown;
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
  if (!suspects.test(text)) return fields;
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
  ) as Fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyMalformed('The body is not valid JSON');
  }
}
