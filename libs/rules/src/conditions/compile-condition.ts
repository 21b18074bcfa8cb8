import { readBound } from '@inlet/contracts/routing/bounds';
import type { Condition } from '@inlet/contracts/routing/conditions';
import { compilePattern, patternValueMax } from '#compile-pattern.ts';
import { type FieldValues, foldValue } from '#conditions/condition-values.ts';

/** Judges the values of a condition's field. */
export type JudgeValues = (values: FieldValues) => boolean;

/** Compiles the comparison of a condition. One value of a list is enough, and `is not` is the opposite of `is`. */
export function compileCondition({ op, value }: Condition): JudgeValues {
  const text = String(value ?? '');
  switch (op) {
    case 'is':
      return anyFolded(text, isSame);
    case 'is not':
      return not(anyFolded(text, isSame));
    case 'contains':
      return anyFolded(text, (folded, wanted) => folded.includes(wanted));
    case 'starts with':
      return anyFolded(text, (folded, wanted) => folded.startsWith(wanted));
    case 'matches':
      return matchesAny(text);
    case 'is empty':
      return isEmpty;
    case 'is not empty':
      return not(isEmpty);
    case 'greater':
      return compareWith(text, (at, bound) => at > bound);
    case 'less':
      return compareWith(text, (at, bound) => at < bound);
  }
}

const isEmpty: JudgeValues = ({ texts }) => texts.length === 0;

function not(judge: JudgeValues): JudgeValues {
  return (values) => !judge(values);
}

const isSame = (folded: string, wanted: string) => folded === wanted;

function anyFolded(text: string, test: (folded: string, wanted: string) => boolean): JudgeValues {
  const wanted = foldValue(text);
  return ({ folded }) => folded.some((each) => test(each, wanted));
}

/** One long list would cost as much as many values, so the values of a field count together. */
function matchesAny(pattern: string): JudgeValues {
  const matches = compilePattern(pattern);
  return ({ texts }) => texts.reduce((sum, { length }) => sum + length, 0) <= patternValueMax && texts.some(matches);
}

/** A number is compared with numbers alone, and a date with dates. */
function compareWith(text: string, compare: (at: number, bound: number) => boolean): JudgeValues {
  const bound = readBound(text);
  return ({ bounds }) => bound !== null && bounds.some(({ kind, at }) => kind === bound.kind && compare(at, bound.at));
}
