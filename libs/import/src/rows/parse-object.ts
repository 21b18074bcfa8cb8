import { parseExactly } from '#exact-json.ts';
import type { ReadRow } from '#file-shape.ts';

/** Reads one row of JSON. */
export function parseObject(text: string, line: number): ReadRow {
  let values: unknown;
  try {
    values = parseExactly(text);
  } catch {
    return { line, code: 'invalid_json', message: 'This is not valid JSON' };
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return { line, code: 'invalid_line', message: 'This is not a JSON object' };
  }
  return { line, values: values as Readonly<Record<string, unknown>> };
}
