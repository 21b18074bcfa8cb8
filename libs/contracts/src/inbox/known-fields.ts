import type { FieldRoles } from '#inbox/field-choice.ts';
import { type Kind, kindOf, longFrom } from '#inbox/field-kinds.ts';
import { type RoleField, rolesOf } from '#inbox/field-roles.ts';
import { isTechnical } from '#inbox/field-words.ts';
import type { FieldType, FormField } from '#inbox/inbox-views.ts';

/** A field that occurs in submissions. */
export interface DiscoveredField extends RoleField {
  /** The number of submissions with this field. */
  readonly seen: number;
}

/** The most distinct names: an attacker may send new ones with each submission. */
const namesMax = 200;

interface Counted {
  seen: number;
  filled: number;
  characters: number;
  hasBreaks: boolean;
  readonly kinds: Map<Kind, number>;
}

/** The fields of submissions, which come newest first, in the order of the form. */
export function discoverFields(rows: Iterable<Readonly<Record<string, unknown>>>): DiscoveredField[] {
  const counted = new Map<string, Counted>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const field = counted.get(name) ?? { seen: 0, filled: 0, characters: 0, hasBreaks: false, kinds: new Map() };
      if (!counted.has(name)) {
        if (counted.size >= namesMax) continue;
        counted.set(name, field);
      }
      count(field, value);
    }
  }
  return [...counted].map(([name, field]) => ({
    name,
    type: typeOf(field),
    seen: field.seen,
    length: field.filled === 0 ? 0 : field.characters / field.filled,
  }));
}

function count(field: Counted, value: unknown): void {
  field.seen += 1;
  if (value === null || value === '') return;
  const kind = kindOf(value);
  field.filled += 1;
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (typeof value !== 'string') return;
  field.characters += value.length;
  field.hasBreaks ||= value.trim().includes('\n');
}

/** The kind of almost all values; a mixture is text. */
function typeOf({ filled, characters, hasBreaks, kinds }: Counted): FieldType {
  const [kind, most] = [...kinds].toSorted(([, a], [, b]) => b - a)[0] ?? ['text', 0];
  if (kind !== 'text' && most >= 0.9 * filled) return kind;
  return hasBreaks || (filled > 0 && characters / filled >= longFrom) ? 'long' : 'text';
}

/** The width of a form's columns on a 1440-pixel screen. */
const columnsWidth = 760;
const messageWidth = 300;
const widths: Readonly<Record<Exclude<FieldType, 'text'>, number>> = {
  long: messageWidth,
  email: 216,
  number: 96,
  url: 200,
  boolean: 88,
  list: 160,
  object: 160,
};
const characterWidth = 7;
const padding = 24;

/** The width that a column needs for its head and most of its values, in pixels. */
export function widthOf({ name, type, length }: RoleField): number {
  if (type !== 'text') return widths[type];
  const characters = Math.max(name.length, 1.4 * length);
  return Math.min(200, Math.max(88, Math.ceil(characters * characterWidth) + padding));
}

/** The automatic columns of a form: sender, subject, message and short fields. */
export function chooseColumns(fields: readonly DiscoveredField[], choice?: FieldRoles | null): FormField[] {
  const { names, address, subject, message } = rolesOf(fields, choice);
  const fieldOf = (name: string | null) => fields.find((field) => field.name === name);
  const first = new Set([...names, address, subject].flatMap((name) => fieldOf(name) ?? []));
  const last = message !== null && !first.has(fieldOf(message) as DiscoveredField) ? fieldOf(message) : undefined;
  const others = fields.filter((field) => !first.has(field) && field !== last);
  const room = columnsWidth - (last ? messageWidth : 0) - [...first].reduce((sum, field) => sum + widthOf(field), 0);
  const isFull = last !== undefined && first.size >= 2;
  const more = isFull ? [] : fitting(others, room);
  const columns = [...first, ...more, ...(last ? [last] : [])];
  const shown = columns.length > 0 ? columns : fields.slice(0, 3);
  const rest = fields.filter((field) => !shown.includes(field));
  return [...shown, ...rest].map((field): FormField => {
    const { name, type, seen } = field;
    // Without a message, the columns share the width.
    const isFree = field === last || (last === undefined && shown.includes(field));
    return { name, type, seen, shown: shown.includes(field), width: isFree ? null : widthOf(field) };
  });
}

/** The short fields in the order of the form, as far as they fit. */
function fitting(fields: readonly DiscoveredField[], room: number): DiscoveredField[] {
  const most = Math.max(0, ...fields.map(({ seen }) => seen));
  let left = room;
  return fields.filter((field) => {
    const isShort =
      field.type === 'text' || field.type === 'number' || field.type === 'boolean' || field.type === 'list';
    const needed = widthOf(field);
    if (!isShort || 2 * field.seen < most || needed > left || isForPrograms(field)) return false;
    left -= needed;
    return true;
  });
}

/** A language or a consent is short and useful; a captcha's token is neither. */
function isForPrograms({ name, length }: DiscoveredField): boolean {
  return isTechnical(name) && length > 20;
}
