import type { FieldError, FieldErrorCode } from '@inlet/contracts/field-errors';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { compilePattern, patternValueMax } from '#compile-pattern.ts';
import { emailMax, isDate, isEmail, isTel, isUnchecked, isUrl, lengthOf, numberIn } from '#value-types.ts';

/** Makes an error of a field. `says` continues the label. */
export type MakeError = (code: FieldErrorCode, says: string) => FieldError;
/** Judges a value that is not blank. */
export type Judge = (value: unknown) => FieldError | null;
type JudgeText = (text: string) => FieldError | null;

/** The judge of a type, with the error for a value of another type. Files have none. */
export function judgeOf(rule: FieldRule, error: MakeError): { readonly judge: Judge; readonly typeError: FieldError } {
  switch (rule.type) {
    case 'number':
      return judgeNumber(rule, error('TYPE_NUMERIC', 'must be a number'), error);
    case 'choice':
      return judgeChoice(rule, error('CHOICE', 'must be one of the choices'));
    case 'consent':
      return judgeConsent(error('TYPE_CONSENT', 'must be checked or not'));
    case 'email':
      return judgeText(rule, error, error('TYPE_EMAIL', 'must be an email address'), isEmailOfLength);
    case 'url':
      return judgeText(rule, error, error('TYPE_URL', 'must be a web address such as https://example.com'), isUrl);
    case 'tel':
      return judgeText(rule, error, error('TYPE_TEL', 'must be a phone number'), isTel);
    case 'date':
      return judgeText(rule, error, error('TYPE_DATE', 'must be a date such as 2026-01-31'), isDate);
    default:
      return judgeText(rule, error, error('TYPE_TEXT', 'must be a text'));
  }
}

function judgeText(rule: FieldRule, error: MakeError, typeError: FieldError, isOfType?: (text: string) => boolean) {
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
  const tooShort = error('LENGTH', `must have at least ${counted(least)}`);
  const tooLong = error('LENGTH', `can have at most ${counted(most)}`);
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
  const [tooEarly, tooLate] = [error('RANGE', `must be ${min} or later`), error('RANGE', `must be ${max} or earlier`)];
  return (text) => {
    if (typeof min === 'string' && text < min) return tooEarly;
    return typeof max === 'string' && text > max ? tooLate : null;
  };
}

function judgePattern({ pattern }: FieldRule, error: MakeError): JudgeText | null {
  if (pattern === undefined) return null;
  const matches = compilePattern(pattern);
  const mismatch = error('PATTERN', 'does not have the expected form');
  return (text) => (isWithin(text, patternValueMax) && matches(text) ? null : mismatch);
}

function judgeNumber({ min, max }: FieldRule, typeError: FieldError, error: MakeError) {
  const [tooSmall, tooLarge] = [error('RANGE', `must be ${min} or more`), error('RANGE', `must be ${max} or less`)];
  const judge: Judge = (value) => {
    const number = numberIn(value);
    if (number === null) return typeError;
    if (typeof min === 'number' && number < min) return tooSmall;
    return typeof max === 'number' && number > max ? tooLarge : null;
  };
  return { judge, typeError };
}

function judgeChoice({ options = [] }: FieldRule, typeError: FieldError) {
  const known: ReadonlySet<unknown> = new Set(options);
  return { judge: (value: unknown) => (known.has(value) ? null : typeError), typeError };
}

/** A browser sends `on` or the value of the box. */
function judgeConsent(typeError: FieldError) {
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

function counted(length: number): string {
  return `${length.toLocaleString('en')} character${length === 1 ? '' : 's'}`;
}
