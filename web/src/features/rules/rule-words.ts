import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { type FieldRule, fieldRuleTypes } from '@inlet/contracts/field-rule';
import type { Rules } from '@inlet/contracts/rules';
import { fieldTypeWords } from '#lib/fields/field-type-words.ts';
import { formatBytes } from '#lib/wording.ts';

interface Words {
  readonly label: string;
  readonly hint: string;
}

export const modeWords: Readonly<Record<Rules['mode'], Words>> = {
  off: { label: 'Off', hint: 'Nothing is checked. Labels and the schema still come from the rules.' },
  warn: { label: 'Warn', hint: 'Every submission arrives. The inbox marks those that break a rule.' },
  enforce: {
    label: 'Enforce',
    hint: 'A submission that breaks a rule is refused. The visitor reads what to change.',
  },
};

export const unknownWords: Readonly<Record<Rules['unknown'], Words>> = {
  keep: { label: 'Keep', hint: 'Fields without a rule are stored unchecked.' },
  refuse: { label: 'Refuse', hint: 'A field without a rule breaks the rules.' },
};

export const typeChoices = fieldRuleTypes.map((type) => ({ type, label: fieldTypeWords[type] }));

/** A rule in a few words: `Email address, required, up to 200 characters`. */
export function summaryOf(rule: FieldRule): string {
  const { type, required, minLength, maxLength, min, max, pattern, options, multiple, accept, maxBytes } = rule;
  return [
    fieldTypeWords[type],
    required && 'required',
    lengthWords(minLength, maxLength),
    rangeWords(min, max),
    pattern !== undefined && 'with a pattern',
    options && formatCount(options.length, 'option'),
    accept?.join(' '),
    typeof maxBytes === 'number' && `up to ${formatBytes(maxBytes)}`,
    multiple && 'several',
  ]
    .filter(Boolean)
    .join(', ');
}

function lengthWords(least: number | undefined, most: number | undefined): string | null {
  if (least !== undefined && most !== undefined) return `${formatNumber(least)} to ${formatNumber(most)} characters`;
  if (least !== undefined) return `at least ${formatCount(least, 'character')}`;
  return most === undefined ? null : `up to ${formatCount(most, 'character')}`;
}

function rangeWords(min: FieldRule['min'], max: FieldRule['max']): string | null {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `from ${min}`;
  return max === undefined ? null : `up to ${max}`;
}
