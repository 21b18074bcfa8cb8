import type * as z from 'zod';
import { type FieldRule, optionsMessage, propertiesOf, ruleOptionsMax, rulesBytesMax } from '#rules/field-rule.ts';
import { formStepsMax, readPattern } from '#rules/patterns.ts';
import { isReservedName } from '#rules/reserved-names.ts';

type Report = (path: PropertyKey[], message: string) => void;

/** Adds the faults that show in one rule only as a whole. */
export function judgeField(rule: FieldRule, context: z.RefinementCtx): void {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
  if (isReservedName(rule.name))
    report(['name'], 'A name with one underscore at its start, or of a captcha, is for Inlet itself');
  judgeProperties(rule, report);
  judgeBounds(rule, report);
  if (rule.type === 'choice') judgeOptions(rule.options ?? [], report);
  const pattern = rule.pattern === undefined ? null : readPattern(rule.pattern);
  if (pattern && 'fault' in pattern) report(['pattern'], pattern.fault);
}

/** Adds the faults that show only in all rules together. */
export function judgeTogether({ fields }: { readonly fields: readonly FieldRule[] }, context: z.RefinementCtx): void {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
  const names = new Set<string>();
  fields.forEach(({ name }, index) => {
    if (names.has(name)) report(['fields', index, 'name'], `Two fields have the name ${name}`);
    names.add(name);
  });
  const options = fields.reduce((sum, rule) => sum + (rule.options?.length ?? 0), 0);
  if (options > ruleOptionsMax) report(['fields'], optionsMessage);
  if (fields.reduce((sum, { pattern }) => sum + stepsOf(pattern), 0) > formStepsMax)
    report(['fields'], `The patterns of a form can have at most ${formStepsMax.toLocaleString('en')} steps in all`);
  if (new TextEncoder().encode(JSON.stringify(fields)).length > rulesBytesMax)
    report(['fields'], `All rules together can have at most ${rulesBytesMax.toLocaleString('en')} bytes`);
}

function judgeProperties(rule: FieldRule, report: Report): void {
  const allowed: readonly string[] = propertiesOf[rule.type];
  for (const [property, value] of Object.entries(rule)) {
    if (value === undefined || ofEveryType.has(property) || allowed.includes(property)) continue;
    report([property], `A field of the type ${rule.type} has no ${property}`);
  }
}

const ofEveryType = new Set(['name', 'label', 'help', 'type', 'required']);

function judgeBounds({ type, min, max, minLength, maxLength }: FieldRule, report: Report): void {
  const wanted = type === 'number' ? 'number' : 'string';
  if (type === 'number' || type === 'date') {
    for (const [property, bound] of Object.entries({ min, max }))
      if (bound !== undefined && typeof bound !== wanted)
        report([property], type === 'number' ? 'Must be a number' : 'Must be a date such as 2026-01-31');
    if (typeof min === wanted && typeof max === wanted && (min ?? 0) > (max ?? 0))
      report(['min'], 'The smallest value is larger than the largest');
  }
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    report(['minLength'], 'The shortest length is larger than the longest length');
}

function judgeOptions(options: readonly string[], report: Report): void {
  if (options.length === 0) report(['options'], 'A choice needs at least one option');
  const seen = new Set<string>();
  options.forEach((option, index) => {
    if (seen.has(option)) report(['options', index], `The option ${option} is there twice`);
    seen.add(option);
  });
}

function stepsOf(pattern: string | undefined): number {
  const read = pattern === undefined ? null : readPattern(pattern);
  return read && 'steps' in read ? read.steps : 0;
}
