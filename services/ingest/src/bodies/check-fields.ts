import type { Fields } from '#bodies/fields.ts';
import { fieldNameMax, fieldsInvalid, fieldsMax, nestingMax } from '#submissions/submit-errors.ts';

/** Refuses fields that could not be stored or shown as they came, and shapes that only an attack has. */
export function checkFields(fields: Fields): void {
  const names = Object.keys(fields);
  if (names.length > fieldsMax) throw fieldsInvalid('', `A submission can have at most ${fieldsMax} fields`);
  for (const name of names) checkValue(fields[name], name, 1);
  for (const name of names) checkName(name, name);
}

/** `depth` counts the objects and lists around the value; it bounds this function's own recursion as well. */
function checkValue(value: unknown, field: string, depth: number): void {
  if (typeof value === 'string') checkText(value, field);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= nestingMax) throw fieldsInvalid(field, `Fields can be nested at most ${nestingMax} deep`);
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, field, depth + 1);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    checkName(name, field);
    checkValue(item, field, depth + 1);
  }
}

function checkName(name: string, field: string): void {
  if (name.length > fieldNameMax) {
    throw fieldsInvalid(field.slice(0, fieldNameMax), `A field name can have at most ${fieldNameMax} characters`);
  }
  checkText(name, field);
}

function checkText(text: string, field: string): void {
  if (text.includes('\0')) throw fieldsInvalid(field, 'A field contains a control character that cannot be stored');
  if (!text.isWellFormed()) throw fieldsInvalid(field, 'A field contains text that is not valid Unicode');
}
