import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** Missing in the compiler's library so far: a value that is serialized as a given text. */
type ExactJson = typeof JSON & { readonly rawJSON?: (text: string) => object };

/** Only such numbers may change when they are serialized again, and few responses have any. */
const suspects = /[:[,]\s*(?:-?\d+[.eE]|-?\d{16}|-0)/;

/**
 * Parses JSON so that serializing it returns every number unchanged: JavaScript cannot represent `1.0`, `1e400` or an
 * id of 20 digits, so the result contains values that `JSON.stringify` writes as the original text. Browsers older than
 * 2025 lack such values and round the numbers.
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
