import { columnsOf, fieldColumnsOf } from '@inlet/import/columns';
import type { FileRow } from '@inlet/import/file-shape';
import type { DayOrder, SuggestedMapping } from '@inlet/import/mapping';
import { dayOrderOf, suggestMapping } from '@inlet/import/suggest-mapping';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

/** What a person says about the columns. The rest is suggested by the file. */
export interface MappingOptions {
  /** False if no column is the date. */
  readonly date?: string | false;
  readonly dayFirst?: true;
  readonly monthFirst?: true;
  readonly timeZone?: string;
  readonly origin?: string | false;
  /** Columns with the names of their fields, such as `Your name=name`. */
  readonly field?: readonly string[];
  readonly skip?: readonly string[];
}

/** What becomes of the columns of a file. */
export function chooseMapping(rows: readonly FileRow[], options: MappingOptions): SuggestedMapping {
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  checkTimeZone(timeZone);
  const suggested = suggestMapping(rows, timeZone);
  const { fieldsIn, peer } = suggested;
  const columns = [...new Set([...columnsOf(rows), ...fieldColumnsOf(rows, fieldsIn)])];
  const require = (name: string) => requireColumn(columns, name);
  const choose = (wanted: string | false | undefined, offered: string | null) => {
    if (wanted === undefined) return offered;
    return wanted === false ? null : require(wanted);
  };
  const date = choose(options.date, suggested.date);
  const origin = choose(options.origin, suggested.origin);
  const names = new Map((options.field ?? []).map((text) => readName(text, require)));
  const skipped = new Set((options.skip ?? []).map(require));
  // A column that was suggested as the date or the origin, and is neither now, is a field like the others.
  const wasTaken = new Set([suggested.date, suggested.origin]);
  const fieldOf = (column: string, field: string | null) => {
    if (column === date || column === origin || skipped.has(column)) return null;
    return names.get(column) ?? (wasTaken.has(column) ? column : field);
  };
  return {
    ...{ peer, fieldsIn, date, origin },
    dayOrder: orderIn(options) ?? dayOrderOf(rows, fieldsIn, date),
    timeZone: options.timeZone ?? suggested.timeZone,
    fields: suggested.fields.map(({ column, field }) => ({ column, field: fieldOf(column, field) })),
  };
}

function orderIn({ dayFirst, monthFirst }: MappingOptions): DayOrder | null {
  if (dayFirst && monthFirst) throw wrong('--day-first and --month-first exclude each other.', 'Give one of them.');
  if (dayFirst) return 'day first';
  return monthFirst ? 'month first' : null;
}

function checkTimeZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw wrong(`There is no time zone "${timeZone}".`, 'Give a name such as Europe/Berlin or UTC.');
  }
}

function requireColumn(columns: readonly string[], name: string): string {
  const found =
    columns.find((column) => column === name) ?? columns.find((one) => one.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw wrong(`There is no column "${name}".`, `The file has: ${columns.slice(0, 30).join(', ')}.`);
}

function readName(text: string, require: (name: string) => string): readonly [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1) throw wrong(`"${text}" names no field.`, 'Write it as --field COLUMN=NAME.');
  return [require(text.slice(0, at)), text.slice(at + 1)];
}

function wrong(message: string, next: string): CliError {
  return new CliError(message, { next, code: 'invalid_mapping', exitCode: exitCodes.usage });
}
