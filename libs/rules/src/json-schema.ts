import type { FieldRule } from '@inlet/contracts/field-rule';
import { captchaTokenFields } from '@inlet/contracts/reserved-names';
import type { Rules } from '@inlet/contracts/rules';
import { patternValueMax } from '#compile-pattern.ts';
import { fromDate, untilDate } from '#date-range.ts';
import { blankSource, dateSource, emailMax, emailSource, telSource, uncheckedSource, urlSource } from '#value-types.ts';

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * The rules as JSON Schema 2020-12 for a submission sent as JSON; `endpoint` is the address of the schema. Programs
 * send numbers as numbers there. The length of a form's line breaks, and of a list for a pattern, is not in it.
 */
export function jsonSchemaOf({ fields, unknown }: Rules, { endpoint }: { readonly endpoint: string }): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: endpoint,
    type: 'object',
    // A field may be called `__proto__`, so the properties are made from entries.
    properties: Object.fromEntries(fields.map((rule) => [rule.name, propertyOf(rule)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    ...(unknown === 'refuse' && { patternProperties: reserved, additionalProperties: false }),
  };
}

/** The names of `isReservedName`. */
const reserved: JsonSchema = {
  '^_(?:[^_]|$)': true,
  [`^(?:${Object.values(captchaTokenFields).join('|')})$`]: true,
};

const nothing: JsonSchema = { type: 'null' };
const blank: JsonSchema = { type: 'string', pattern: blankSource };
const notBlank = '\\S';

function propertyOf(rule: FieldRule): JsonSchema {
  const { label, help, multiple } = rule;
  const words = { ...(label && { title: label }), ...(help && { description: help }) };
  if (rule.type === 'consent') return { ...words, ...consentOf(rule) };
  const value = filledOf(rule);
  const one = orEmpty(rule, value);
  return multiple ? { ...words, anyOf: [one, listOf(rule, value)] } : { ...words, ...one };
}

function orEmpty({ required }: FieldRule, value: JsonSchema): JsonSchema {
  return required ? value : { anyOf: [nothing, blank, value] };
}

/** Empty values in a list do not count. Files are no list in JSON. */
function listOf({ type, required }: FieldRule, value: JsonSchema): JsonSchema {
  if (type === 'file') return { not: {} };
  const items = { anyOf: [nothing, blank, value] };
  return { type: 'array', items, ...(required && { contains: value }) };
}

/** A value that is not empty. */
function filledOf(rule: FieldRule): JsonSchema {
  switch (rule.type) {
    case 'number':
      return { type: 'number', ...bound('minimum', rule.min), ...bound('maximum', rule.max) };
    case 'choice':
      return { type: 'string', enum: rule.options ?? [] };
    case 'file':
      // Only a multipart form can send one.
      return { not: {} };
    case 'email':
      return textOf(rule, [emailSource], { format: 'email' }, emailMax);
    case 'url':
      return textOf(rule, [urlSource]);
    case 'tel':
      return textOf(rule, [telSource]);
    case 'date':
      return textOf(rule, [dateSource, ...rangeOf(rule)], { format: 'date' });
    default:
      return textOf(rule, [notBlank]);
  }
}

function textOf(
  { minLength, maxLength, pattern }: FieldRule,
  sources: readonly string[],
  more: JsonSchema = {},
  ofType = Number.POSITIVE_INFINITY,
): JsonSchema {
  const most = Math.min(maxLength ?? ofType, ofType, pattern === undefined ? ofType : patternValueMax);
  const [first, ...others] = pattern === undefined ? sources : [...sources, `^(?:${pattern})$`];
  return {
    type: 'string',
    ...more,
    ...bound('minLength', minLength),
    ...(Number.isFinite(most) && { maxLength: most }),
    pattern: first,
    ...(others.length > 0 && { allOf: others.map((source) => ({ type: 'string', pattern: source })) }),
  };
}

function consentOf({ required }: FieldRule): JsonSchema {
  if (!required) return { type: ['boolean', 'string', 'null'] };
  return { anyOf: [{ const: true }, { type: 'string', not: { type: 'string', pattern: uncheckedSource } }] };
}

function rangeOf({ min, max }: FieldRule): string[] {
  return [...(typeof min === 'string' ? [fromDate(min)] : []), ...(typeof max === 'string' ? [untilDate(max)] : [])];
}

function bound(keyword: string, value: unknown): JsonSchema {
  return value === undefined ? {} : { [keyword]: value };
}
