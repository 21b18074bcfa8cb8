import type { DecodeText } from '#bodies/decode-text.ts';
import type { Fields } from '#bodies/fields.ts';
import { bodyMalformed, bodyNotObject } from '#submissions/submit-errors.ts';

/** Reads a JSON body, which must be an object of fields. */
export function parseJson(body: Buffer, decode: DecodeText): Fields {
  const value = parse(decode(body));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyNotObject();
  return value as Fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyMalformed('The body is not valid JSON');
  }
}
