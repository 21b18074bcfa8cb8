import type { FieldRule } from '@inlet/contracts/field-rule';
import { compilePattern, patternValueMax } from '#compile-pattern.ts';
import type { FoundFault, MakeError } from '#found-fault.ts';
import { emailMax, isDate, isEmail, isTel, isUnchecked, isUrl, lengthOf, numberIn } from '#value-types.ts';

/** Judges a value that is not blank. */
export type Judge = (value: unknown) => FoundFault | null;
type JudgeText = (text: string) => FoundFault | null;

/** The judge of a type, with the error for a value of another type. Files have none. */
export function judgeOf(rule: FieldRule, error: MakeError): { readonly judge: Judge; readonly typeError: FoundFault } {
  switch (rule.type) {
    case 'number':
      return judgeNumber(rule, error('TYPE_NUMERIC', 'notNumber'), error);
    case 'choice':
      return judgeChoice(rule, error('CHOICE', 'notChoice'));
    case 'consent':
      return judgeConsent(error('TYPE_CONSENT', 'notConsent'));
    case 'email':
      return judgeText(rule, error, error('TYPE_EMAIL', 'notEmail'), isEmailOfLength);
    case 'url':
      return judgeText(rule, error, error('TYPE_URL', 'notUrl'), isUrl);
    case 'tel':
      return judgeText(rule, error, error('TYPE_TEL', 'notTel'), isTel);
    case 'date':
      return judgeText(rule, error, error('TYPE_DATE', 'notDate'), isDate);
    default:
      return judgeText(rule, error, error('TYPE_TEXT', 'notText'));
  }
}

function judgeText(rule: FieldRule, error: MakeError, typeError: FoundFault, isOfType?: (text: string) => boolean) {
  const limits = [judgeLength(rule, error), judgeDates(rule, error), judgePattern(rule, error)].filter(
    (limit) => limit !== null,
  );
  const judge: Judge = (value) => {
    if (typeof value !== 'string' || (isOfType && !isOfType(value))) return typeError;
    for (const limit of limits) {
      const found = limit(value);
      if (found) return found;
    }
    return null;
  };
  return { judge, typeError };
}

function judgeLength({ minLength, maxLength }: FieldRule, error: MakeError): JudgeText | null {
  if (minLength === undefined && maxLength === undefined) return null;
  const [least, most] = [minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY];
  const tooShort = error('LENGTH', 'tooShort', { count: least });
  const tooLong = error('LENGTH', 'tooLong', { count: most });
  const enough = Math.max(least, Number.isFinite(most) ? most : 0);
  return (text) => {
    // A character as people count it has two units at most, so most texts need no counting.
    if (text.length >= 2 * least && text.length <= most) return null;
    const length = lengthOf(text, enough);
    if (length < least) return tooShort;
    return length > most ? tooLong : null;
  };
}

function judgeDates({ type, min, max }: FieldRule, error: MakeError): JudgeText | null {
  if (type !== 'date' || (min === undefined && max === undefined)) return null;
  const tooEarly = error('RANGE', 'tooEarly', { day: String(min) });
  const tooLate = error('RANGE', 'tooLate', { day: String(max) });
  return (text) => {
    if (typeof min === 'string' && text < min) return tooEarly;
    return typeof max === 'string' && text > max ? tooLate : null;
  };
}

function judgePattern({ pattern }: FieldRule, error: MakeError): JudgeText | null {
  if (pattern === undefined) return null;
  const matches = compilePattern(pattern);
  const mismatch = error('PATTERN', 'mismatch');
  return (text) => (isWithin(text, patternValueMax) && matches(text) ? null : mismatch);
}

function judgeNumber({ min, max }: FieldRule, typeError: FoundFault, error: MakeError) {
  const tooSmall = error('RANGE', 'tooSmall', { number: Number(min) });
  const tooLarge = error('RANGE', 'tooMuch', { number: Number(max) });
  const judge: Judge = (value) => {
    const number = numberIn(value);
    if (number === null) return typeError;
    if (typeof min === 'number' && number < min) return tooSmall;
    return typeof max === 'number' && number > max ? tooLarge : null;
  };
  return { judge, typeError };
}

function judgeChoice({ options = [] }: FieldRule, typeError: FoundFault) {
  const known: ReadonlySet<unknown> = new Set(options);
  return { judge: (value: unknown) => (known.has(value) ? null : typeError), typeError };
}

/** A browser sends `on` or the value of the box. */
function judgeConsent(typeError: FoundFault) {
  const isOne = (value: unknown) => typeof value === 'boolean' || typeof value === 'string';
  return { judge: (value: unknown) => (isOne(value) ? null : typeError), typeError };
}

/** True for a box that is not checked: forms leave it out, and programs may send `false`. */
export function isUncheckedBox(value: unknown): boolean {
  return value === false || value === null || (typeof value === 'string' && isUnchecked(value));
}

function isEmailOfLength(text: string): boolean {
  return isEmail(text) && isWithin(text, emailMax);
}

function isWithin(text: string, max: number): boolean {
  return text.length <= max || lengthOf(text, max) <= max;
}
