import type { FieldRule } from '@inlet/contracts/field-rule';
import { isOptionName, isTokenField } from '@inlet/contracts/reserved-names';
import { exampleOf } from '@inlet/rules/example-fields';
import { attributeOf, type Element } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';

/** What a visitor of the page would send, with examples for what they would fill in. */
export interface Sending {
  readonly origin: string;
  readonly encoding: 'form' | 'multipart' | 'json';
  readonly fields: Readonly<Record<string, unknown>>;
}

const words = 'This is a test by the check-up of the form. Nobody sent it.';
/** Options that a page sets for each submission; the others would steer the answer. */
const sentOptions = new Set(['_subject', '_replyto']);
const valueMax = 500;

export function sendingOf(
  url: string,
  encoding: string | null,
  controls: readonly Element[],
  { rules }: CheckedForm,
  fields: readonly FieldRule[] = [],
): Sending {
  const { origin } = new URL(url);
  const ofRules = new Map(rules?.fields.map((rule) => [rule.name, rule]));
  const filled = fields.flatMap((field) => {
    const value = exampleValue(field, ofRules.get(field.name), controls);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  if (encoding === null || filled.length === 0)
    return { origin, encoding: 'json', fields: ofScript(rules?.fields ?? []) };
  return {
    origin,
    encoding: encoding === 'multipart/form-data' ? 'multipart' : 'form',
    fields: Object.fromEntries(filled),
  };
}

/** A script sends what the rules describe, for all that the page says. */
function ofScript(rules: readonly FieldRule[]): Sending['fields'] {
  if (rules.length === 0) return { name: 'Ada Lovelace', email: 'ada@example.com', message: words };
  return Object.fromEntries(rules.filter(({ type }) => type !== 'file').map((rule) => [rule.name, exampleText(rule)]));
}

function exampleValue(field: FieldRule, rule: FieldRule | undefined, controls: readonly Element[]): unknown {
  if (field.type === 'file' || rule?.type === 'file' || isTokenField(field.name)) return undefined;
  if (isOptionName(field.name) && !sentOptions.has(field.name)) return undefined;
  if (field.type === 'hidden') return givenValue(field.name, controls) ?? exampleText(rule ?? field);
  if (field.type === 'consent') return givenValue(field.name, controls) ?? 'on';
  if (field.type === 'choice') return field.options?.find((option) => rule?.options?.includes(option) ?? true);
  return exampleText(rule ?? field);
}

function givenValue(name: string, controls: readonly Element[]): string | undefined {
  const control = controls.find((one) => attributeOf(one, 'name') === name);
  return (control && attributeOf(control, 'value')?.slice(0, valueMax)) || undefined;
}

/** A long field says that it is a test. */
function exampleText(rule: FieldRule): unknown {
  const { type, rows, minLength = 0, maxLength = words.length } = rule;
  if (type === 'text' && rows !== undefined && maxLength >= words.length) return words.padEnd(minLength, '.');
  return exampleOf(rule);
}
