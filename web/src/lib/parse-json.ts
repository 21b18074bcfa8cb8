import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** Not in the compiler's library yet: a value that is written as a given text. */
type ExactJson = typeof JSON & { readonly rawJSON?: (text: string) => object };

/** Only such numbers may change when they are written again, and few responses have one. */
const suspects = /[:[,]\s*(?:-?\d+[.eE]|-?\d{16}|-0)/;

/**
 * Reads JSON so that writing it gives every number back as it came: `1.0`, `1e400` and an id of 20 digits are no
 * numbers of JavaScript's, and stand in the result as what `JSON.stringify` writes with their own text. A browser
 * without such values, older than 2025, rounds them.
 */
export function parseJson(text: string): unknown {
  const json: ExactJson = JSON;
  if (!json.rawJSON || !suspects.test(text)) return parseVisitorJson(text);
  return parseVisitorJson(text, (_name, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? json.rawJSON?.(context.source)
      : value,
  );
}
