import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** Newer than the compiler's library, and than some browsers. */
type MaybeRaw = { readonly rawJSON?: (text: string) => object };

const { rawJSON } = JSON as MaybeRaw;
/** Numbers that JavaScript would write otherwise. */
const suspects = /\d[.eE]|\d{16}|-0/;

/** Parses JSON. `JSON.stringify` writes its numbers as they were written, where the browser can do that. */
export function parseExactly(text: string): unknown {
  if (!rawJSON || !suspects.test(text)) return parseVisitorJson(text);
  return parseVisitorJson(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}
