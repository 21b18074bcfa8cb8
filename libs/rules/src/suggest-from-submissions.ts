import type { FieldRule } from '@inlet/contracts/field-rule';
import { isReservedName } from '@inlet/contracts/reserved-names';
import type { Rules } from '@inlet/contracts/rules';
import { compileField, type FieldFile, type Fields } from '#check-field.ts';
import { type Draft, tidyRules } from '#tidy-rules.ts';
import { isBlank, isDate, isEmail, isTel, isUrl, numberIn } from '#value-types.ts';

/** A stored submission. */
export interface Submitted {
  readonly data: Fields;
  readonly files?: readonly FieldFile[];
}

/** The submissions that a suggestion looks at. */
export const lookedAt = 200;
/** A field in fewer submissions was sent by a robot, or is gone: one of twenty. */
const seldom = 20;
/** Names that are looked at; an attacker may send new ones each time. */
const namesMax = 300;

/** Suggests rules that all of these submissions keep, newest first. */
export function suggestFromSubmissions(submissions: readonly Submitted[]): Rules {
  const looked = submissions.slice(0, lookedAt);
  const drafts = [...namesIn(looked)]
    .filter(([name, seen]) => seen * seldom >= looked.length && !isReservedName(name))
    .flatMap(([name]) => draftOf(name, looked) ?? []);
  return tidyRules(drafts);
}

/** How many submissions have each field, in the order of the form. */
function namesIn(submissions: readonly Submitted[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { data, files = [] } of submissions) {
    for (const name of new Set([...Object.keys(data), ...files.map(({ field }) => field)]))
      if (seen.has(name) || seen.size < namesMax) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return seen;
}

/** The first rule that all submissions keep, from the strictest to a plain text; null if there is none. */
function draftOf(name: string, submissions: readonly Submitted[]): Draft | null {
  const present = submissions.filter(({ data }) => Object.hasOwn(data, name)).map(({ data }) => data[name]);
  const files = submissions.map(({ files = [] }) => files.filter(({ field }) => field === name));
  const lists = present.filter((value) => Array.isArray(value));
  const values = present.flat().filter((value) => !isBlank(value));
  const isSeveral = lists.length > 0 || files.some(({ length }) => length > 1);
  const candidates = files.some(({ length }) => length > 0)
    ? [{ type: 'file' as const }]
    : candidatesFor(values, present);
  for (const candidate of candidates) {
    const rule: FieldRule = {
      name,
      ...candidate,
      ...(isSeveral && candidate.type !== 'consent' && { multiple: true }),
    };
    for (const tried of [{ ...rule, required: true }, rule]) if (allKeep(tried, submissions)) return tried;
  }
  return null;
}

function allKeep(rule: FieldRule, submissions: readonly Submitted[]): boolean {
  const check = compileField(rule);
  return submissions.every(({ data, files = [] }) => check(data, files) === null);
}

type Candidate = Omit<Draft, 'name'>;

function candidatesFor(values: readonly unknown[], present: readonly unknown[]): Candidate[] {
  if (values.length === 0) return [{ type: 'text' }];
  const texts = values.filter((value) => typeof value === 'string');
  const all = (isOfType: (text: string) => boolean) => texts.length === values.length && texts.every(isOfType);
  const options = all((text) => !text.includes('\n') && text.length <= optionMax) ? fewOptions(texts) : null;
  return [
    ...(all(isEmail) ? [{ type: 'email' } as const] : []),
    ...(all(isUrl) ? [{ type: 'url' } as const] : []),
    ...(all(isDate) ? [{ type: 'date' } as const] : []),
    ...(present.every(isAnswerOfBox) ? [{ type: 'consent' } as const] : []),
    ...(values.every(isAmount) ? [{ type: 'number' } as const] : []),
    ...(all(isPhone) ? [{ type: 'tel' } as const] : []),
    ...(options ? [{ type: 'choice', options } as const] : []),
    all((text) => !text.includes('\n')) ? { type: 'text' } : { type: 'text', rows: 5 },
  ];
}

/** The longest value that is an option and not a sentence, and the most options. */
const optionMax = 60;
const optionsMax = 12;
/** With fewer values, each may be an option or not. */
const valuesMin = 6;

/** The values of a field that has few, each of them twice on average; null of any other. */
function fewOptions(texts: readonly string[]): string[] | null {
  const distinct = [...new Set(texts)];
  const areFew = distinct.length > 1 && distinct.length <= optionsMax && distinct.length * 2 <= texts.length;
  return areFew && texts.length >= valuesMin ? distinct : null;
}

const boxes = new Set<unknown>([true, false, 'on', 'off', 'true', 'false']);

function isAnswerOfBox(value: unknown): boolean {
  return boxes.has(value) || isBlank(value);
}

/** A number to count with: a text of many digits, or with a zero before them, is a phone number or a code. */
function isAmount(value: unknown): boolean {
  return numberIn(value) !== null && !(typeof value === 'string' && (value.length > 7 || /^[+0][0-9]/.test(value)));
}

function isPhone(text: string): boolean {
  return isTel(text) && text.replace(/[^0-9]/g, '').length >= 6;
}
