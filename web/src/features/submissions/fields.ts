import { isEmailAddress } from '@inlet/contracts/email-address';
import type { FieldType, FormField } from '@inlet/contracts/inbox-views';
import type { Submission } from '@inlet/contracts/submissions';

/** Rows enough to know a form by. */
export const sampleRows = 100;
const shownAtFirst = 3;
const longFrom = 60;

const nameLike = /name|nombre|\bnom\b|\bnome\b|naam/i;
const notOfPerson = /company|business|organi[sz]ation|user|file|domain|product|form/i;
const urlText = /^https?:\/\/\S+$/i;

export function isNameLike(name: string): boolean {
  return nameLike.test(name) && !notOfPerson.test(name);
}

interface Seen {
  readonly types: Map<FieldType, number>;
  length: number;
  count: number;
}

/** The fields of some submissions: names first, then addresses, then the longest text, then the others as they came. */
export function fieldsOf(rows: readonly Submission[]): FormField[] {
  const seen = new Map<string, Seen>();
  for (const { data } of rows.slice(0, sampleRows)) {
    for (const [name, value] of Object.entries(data)) {
      const field = seen.get(name) ?? { types: new Map(), length: 0, count: 0 };
      seen.set(name, field);
      const type = typeOf(value);
      field.types.set(type, (field.types.get(type) ?? 0) + 1);
      field.count += 1;
      if (typeof value === 'string') field.length += value.length;
    }
  }
  const fields = [...seen].map(([name, { types, length, count }]) => {
    const type = [...types].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'text';
    return { name, type, length: length / count, seen: count };
  });
  const texts = fields.filter(({ name, type }) => (type === 'text' || type === 'long') && !isNameLike(name));
  const longest = texts.toSorted((a, b) => b.length - a.length)[0];
  const rank = (field: (typeof fields)[number]) => {
    if (isNameLike(field.name)) return 0;
    if (field.type === 'email') return 1;
    return field === longest ? 2 : 3;
  };
  return fields
    .toSorted((a, b) => rank(a) - rank(b))
    .map((field, index) => ({
      name: field.name,
      type: field === longest ? 'long' : field.type,
      seen: field.seen,
      shown: index < shownAtFirst,
      width: null,
    }));
}

function typeOf(value: unknown): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return 'object';
  if (isEmailAddress(value)) return 'email';
  if (urlText.test(value)) return 'url';
  return value.length > longFrom || value.includes('\n') ? 'long' : 'text';
}

const widths: Readonly<Record<FieldType, number>> = {
  text: 168,
  long: 320,
  email: 216,
  number: 96,
  url: 200,
  boolean: 88,
  list: 160,
  object: 160,
};
export const narrowestColumn = 56;
export const widestColumn = 640;
/** More would leave nothing of each. */
export const columnsShownMax = 12;

export interface Column {
  readonly name: string;
  readonly width: number;
  /** Takes what the others leave. */
  readonly isFlexible: boolean;
}

/** The columns of a list. With little room only the first one and the longest text. */
export function columnsOf(fields: readonly FormField[], isNarrow: boolean): Column[] {
  const shown = fields.filter(({ shown: isShown }) => isShown).slice(0, columnsShownMax);
  const free = shown.filter(({ width }) => width === null);
  const flexible = free.find(({ type }) => type === 'long') ?? free.at(-1) ?? shown.at(-1);
  return shown
    .filter((field, index) => !isNarrow || index === 0 || field === flexible)
    .map((field) => ({
      name: field.name,
      width: Math.max(narrowestColumn, field.width ?? widths[field.type]),
      isFlexible: field === flexible,
    }));
}

/** The sender of a submission, by its fields: a name, or else an address. */
export function personOf({ data }: Submission): string {
  const names = Object.keys(data).filter(isNameLike).slice(0, 2);
  const name = names.map((key) => lineOf(data[key])).filter((text) => text !== '');
  return name.length > 0 ? name.join(' ') : addressOf({ data });
}

/** The first email address among the fields. */
export function addressOf({ data }: Pick<Submission, 'data'>): string {
  return (
    Object.values(data)
      .find((value) => typeof value === 'string' && isEmailAddress(value.trim()))
      ?.toString()
      .trim() ?? ''
  );
}

/** What a submission says: its longest text, or else everything that is neither name nor address. */
export function messageOf({ data }: Submission): string {
  const others = Object.entries(data).filter(
    ([name, value]) => !isNameLike(name) && !(typeof value === 'string' && isEmailAddress(value.trim())),
  );
  const texts = others.map(([, value]) => value).filter((value) => typeof value === 'string' && value.length > 0);
  const longest = texts.toSorted((a, b) => String(b).length - String(a).length)[0];
  if (typeof longest === 'string' && longest.length > longFrom / 2) return lineOf(longest);
  return others
    .map(([, value]) => lineOf(value))
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, lineLength);
}

/** More than the widest cell shows. */
const lineLength = 240;

/** The beginning of a value of any size, in one line. */
export function lineOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : value;
  const whole = typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
  return whole.slice(0, lineLength).replace(/\s+/g, ' ').trim();
}
