import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** ECMAScript 2026 has it, but TypeScript's library has no types for it yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/**
 * Parses the fields of a submission. `JSON.stringify` writes their numbers as they were sent, even if JavaScript cannot
 * represent them, such as 12345678901234567890.
 */
export function parseData(text: string): Record<string, unknown> {
  return parseVisitorJson(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  ) as Record<string, unknown>;
}

/** No shorter number loses a digit before its point. */
const longNumber = /[0-9]{16}/;

/** Parses the fields of a submission to compare them. Only where a number is long, numbers are kept as they were sent. */
export function parseToCompare(text: string): Record<string, unknown> {
  return longNumber.test(text) ? parseData(text) : (parseVisitorJson(text) as Record<string, unknown>);
}
