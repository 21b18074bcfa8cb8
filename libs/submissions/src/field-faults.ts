import { fieldNameMax } from '@inlet/contracts/submission-limits';

export const fieldsMax = 200;
/** Values of all fields together at any depth: a name may repeat and a list may be long, but not without limit. */
export const valuesMax = 1_000;
export const nestingMax = 10;

/** Why fields can't be stored, or shown, unchanged. */
export interface FieldFault {
  /** The name of the field; empty for all of them. */
  readonly field: string;
  readonly message: string;
  /** True for text that the database can't store. */
  readonly isText: boolean;
}

interface Seen {
  /** A value that contains no other value: a text, a number, an empty list. */
  values: number;
}

export const tooManyValues = `A submission can have at most ${valuesMax} values`;

/** Finds fields that could not be stored or displayed unchanged, and structures that only attacks have. */
export function findFieldFault(fields: Readonly<Record<string, unknown>>): FieldFault | null {
  const names = Object.keys(fields);
  if (names.length > fieldsMax) return faultOf('', `A submission can have at most ${fieldsMax} fields`);
  const seen = { values: 0 };
  for (const name of names) {
    const fault = faultOfValue(fields[name], name, 1, seen);
    if (fault) return fault;
  }
  return faultOfNames(names);
}

/** `depth` counts the objects and lists around the value; it also limits the recursion of this function. */
function faultOfValue(value: unknown, field: string, depth: number, seen: Seen): FieldFault | null {
  if (typeof value !== 'object' || value === null) {
    const fault = typeof value === 'string' ? faultOfText(value, field) : null;
    return fault ?? countValue(seen);
  }
  if (depth >= nestingMax) return faultOf(field, `Fields can be nested at most ${nestingMax} deep`);
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (items.length === 0) return countValue(seen);
  for (const item of items) {
    const fault = faultOfValue(item, field, depth + 1, seen);
    if (fault) return fault;
  }
  return Array.isArray(value) ? null : faultOfNames(Object.keys(value), field);
}

/** Stops at the first value over the limit: reading a million of them would block all other requests. */
function countValue(seen: Seen): FieldFault | null {
  seen.values += 1;
  return seen.values > valuesMax ? faultOf('', tooManyValues) : null;
}

function faultOfNames(names: readonly string[], field?: string): FieldFault | null {
  for (const name of names) {
    const fault = findNameFault(name, field ?? name);
    if (fault) return fault;
  }
  return null;
}

/** Finds a name that is too long or could not be stored. */
export function findNameFault(name: string, field: string): FieldFault | null {
  if (name.length <= fieldNameMax) return faultOfText(name, field);
  return faultOf(field.slice(0, fieldNameMax), `A field name can have at most ${fieldNameMax} characters`);
}

function faultOfText(text: string, field: string): FieldFault | null {
  if (text.includes('\0')) return faultOf(field, 'A field contains a control character that cannot be stored', true);
  return text.isWellFormed() ? null : faultOf(field, 'A field contains text that is not valid Unicode', true);
}

function faultOf(field: string, message: string, isText = false): FieldFault {
  return { field, message, isText };
}
