import { fieldNameMax } from '@inlet/contracts/submission-limits';
import type { Fields } from '#bodies/fields.ts';
import {
  fieldsInvalid,
  fieldsMax,
  nestingMax,
  textInvalid,
  valuesMax,
  valuesTooMany,
} from '#refusals/submit-errors.ts';

interface Seen {
  /** A value that contains no other value: a text, a number, an empty list. */
  values: number;
}

/** Refuses fields that could not be stored or displayed unchanged, and structures that only attacks have. */
export function checkFields(fields: Fields): void {
  const names = Object.keys(fields);
  if (names.length > fieldsMax) throw fieldsInvalid('', `A submission can have at most ${fieldsMax} fields`);
  const seen = { values: 0 };
  for (const name of names) checkValue(fields[name], name, 1, seen);
  for (const name of names) checkName(name, name);
}

/** `depth` counts the objects and lists around the value; it also limits the recursion of this function. */
function checkValue(value: unknown, field: string, depth: number, seen: Seen): void {
  if (typeof value === 'string') checkText(value, field);
  if (typeof value !== 'object' || value === null) {
    countValue(seen);
    return;
  }
  if (depth >= nestingMax) throw fieldsInvalid(field, `Fields can be nested at most ${nestingMax} deep`);
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (items.length === 0) countValue(seen);
  for (const item of items) checkValue(item, field, depth + 1, seen);
  for (const name of names) checkName(name, field);
}

/** Stops at the first value over the limit: reading a million of them would block all other requests. */
function countValue(seen: Seen): void {
  seen.values += 1;
  if (seen.values > valuesMax) throw valuesTooMany();
}

/** Refuses a name that is too long or could not be stored. */
export function checkName(name: string, field: string): void {
  if (name.length > fieldNameMax) {
    throw fieldsInvalid(field.slice(0, fieldNameMax), `A field name can have at most ${fieldNameMax} characters`);
  }
  checkText(name, field);
}

function checkText(text: string, field: string): void {
  if (text.includes('\0')) throw textInvalid(field, 'A field contains a control character that cannot be stored');
  if (!text.isWellFormed()) throw textInvalid(field, 'A field contains text that is not valid Unicode');
}
