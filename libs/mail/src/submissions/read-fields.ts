import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** A field of a submission as a mail shows it. */
export interface Field {
  readonly name: string;
  readonly text: string;
}

/** Parses the fields of a submission from the stored JSON. Numbers keep the digits that were sent. */
export function readFields(json: string): Field[] {
  const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context?.source ?? String(value)) : value;
  const data = parseVisitorJson(json, keepDigits);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).map(([name, value]) => ({ name: clean(name), text: clean(textOf(value)) }));
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Removes invisible characters, except line breaks and tabs. */
function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
}
