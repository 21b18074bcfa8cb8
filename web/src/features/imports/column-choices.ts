import { cellOf, columnsOf, valuesOf } from '@inlet/import/columns';
import type { DayOrder, Mapping } from '@inlet/import/mapping';
import { readDate } from '@inlet/import/read-date';
import { dayOrderOf } from '@inlet/import/suggest-mapping';
import type { OpenedFile } from '#features/imports/open-file.ts';

/** What becomes of a column. */
export type ColumnRole = 'field' | 'date' | 'origin' | 'out';

export interface ColumnChoice {
  readonly column: string;
  readonly role: ColumnRole;
  /** The name of the field. Empty for that of the column. */
  readonly field: string;
  /** False for a column beside the one that holds all fields. */
  readonly canBeField: boolean;
}

/** What the person chooses for a file. */
export interface Choices {
  readonly columns: readonly ColumnChoice[];
  readonly fieldsIn: string | null;
  readonly dayOrder: DayOrder;
  readonly timeZone: string;
}

/** The choices that are offered first. */
export function choicesOf({ rows, suggested }: Pick<OpenedFile, 'rows' | 'suggested'>): Choices {
  const { fields, fieldsIn, date, origin, dayOrder, timeZone } = suggested;
  const inFields = new Set(fields.map(({ column }) => column));
  const beside = fieldsIn === null ? [] : columnsOf(rows).filter((name) => name !== fieldsIn && !inFields.has(name));
  const roleOf = (column: string, field: string | null): ColumnRole => {
    if (column === date) return 'date';
    if (column === origin) return 'origin';
    return field === null ? 'out' : 'field';
  };
  return {
    columns: [
      ...beside.map((column) => ({ column, role: roleOf(column, null), field: '', canBeField: false })),
      ...fields.map(({ column, field }) => ({ column, role: roleOf(column, field), field: '', canBeField: true })),
    ],
    ...{ fieldsIn, dayOrder, timeZone },
  };
}

/** Gives a column another role. One column is the date, and one the origin, so another one loses it. */
export function chooseRole(
  choices: Choices,
  column: string,
  role: ColumnRole,
  { rows }: Pick<OpenedFile, 'rows'>,
): Choices {
  const isSingle = role === 'date' || role === 'origin';
  const columns = choices.columns.map((choice): ColumnChoice => {
    if (choice.column === column) return { ...choice, role };
    if (!isSingle || choice.role !== role) return choice;
    return { ...choice, role: choice.canBeField ? 'field' : 'out' };
  });
  if (role !== 'date') return { ...choices, columns };
  return { ...choices, columns, dayOrder: dayOrderOf(rows, choices.fieldsIn, column) };
}

export function mappingOf({ columns, fieldsIn, dayOrder, timeZone }: Choices): Mapping {
  const columnAs = (role: ColumnRole) => columns.find((choice) => choice.role === role)?.column ?? null;
  const fields = columns.filter(({ canBeField }) => canBeField);
  return {
    fields: fields.map(({ column, role, field }) => ({
      column,
      field: role === 'field' ? field.trim() || column : null,
    })),
    fieldsIn,
    date: columnAs('date'),
    origin: columnAs('origin'),
    dayOrder,
    timeZone,
  };
}

/** The dates of the first rows, as they are read. */
export interface DateReading {
  readonly column: string;
  /** The first date, as it stands in the file and in ISO 8601; null if the rows have none. */
  readonly first: { readonly text: string; readonly iso: string | null } | null;
  readonly rows: number;
  /** Rows without a date that can be read. They would be refused. */
  readonly unreadable: number;
  /** False if every date says which number is its day, or names its month. */
  readonly needsDayOrder: boolean;
  /** False if every date says its offset. */
  readonly needsTimeZone: boolean;
}

/** How the column with the dates is read; null without such a column. */
export function readDates(choices: Choices, { rows }: Pick<OpenedFile, 'rows'>): DateReading | null {
  const { date: column, ...reading } = mappingOf(choices);
  if (column === null) return null;
  const values = rows.map((row) => cellOf(row, choices.fieldsIn, column));
  const differ = (one: Partial<Mapping>, other: Partial<Mapping>) =>
    values.some((value) => readDate(value, { ...reading, ...one }) !== readDate(value, { ...reading, ...other }));
  const [first] = valuesOf(rows, choices.fieldsIn, column);
  return {
    column,
    first: first === undefined ? null : { text: String(first), iso: readDate(first, reading) },
    rows: rows.length,
    unreadable: values.filter((value) => readDate(value, reading) === null).length,
    needsDayOrder: differ({ dayOrder: 'day first' }, { dayOrder: 'month first' }),
    needsTimeZone: differ({ timeZone: 'UTC' }, { timeZone: 'Pacific/Kiritimati' }),
  };
}

/** Some different values of a column, to recognise it by. */
export function samplesOf({ rows }: Pick<OpenedFile, 'rows'>, { fieldsIn }: Choices, column: string): string[] {
  const texts = valuesOf(rows, fieldsIn, column).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [...new Set(texts)].slice(0, 3);
}
