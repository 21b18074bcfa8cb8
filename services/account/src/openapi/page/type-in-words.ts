import type { Schema } from '#openapi/document.ts';
import { escapeHtml } from '#openapi/page/html.ts';

const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'id (UUID)',
  'date-time': 'time',
  date: 'day',
  email: 'email address',
};

/** What a field holds, and its limits, as markup. */
export function typeInWords(schema: Schema): string {
  const fallback = schema.default === undefined || schema.default === '' ? '' : `, else ${code(schema.default)}`;
  return baseInWords(schema) + fallback;
}

function baseInWords(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(baseInWords).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' or ');
  if (schema.items) return `list of ${baseInWords(schema.items)}${span(schema.minItems, schema.maxItems, '')}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return 'anything';
  const words = types.map((type) => (type === 'string' && formats[schema.format ?? '']) || (plainTypes[type] ?? type));
  const characters = span(schema.minLength, schema.maxLength, ' characters');
  return words.join(' or ') + characters + span(schema.minimum, schema.maximum, '');
}

function span(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}${unit}`;
  if (to !== undefined) return `, ${to}${unit} at most`;
  return from === undefined ? '' : `, ${from}${unit} at least`;
}

/** The place of a shape on the page. */
export function shapeId(ref: string): string {
  return `shape-${nameOf(ref)}`;
}

function linkTo(ref: string): string {
  return `<a href="#${shapeId(ref)}">${nameOf(ref)}</a>`;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function code(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}
