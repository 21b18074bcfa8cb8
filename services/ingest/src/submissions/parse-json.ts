import { bodyMalformed, bodyNotObject } from '#submissions/submit-errors.ts';

export type Fields = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body as the object of fields that it must be. */
export function parseJsonFields(body: Buffer): Fields {
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyNotObject();
  return value as Fields;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw bodyMalformed();
  }
}
