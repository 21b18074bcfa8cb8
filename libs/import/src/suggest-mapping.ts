import { suggestDayOrder } from '#dates/day-order.ts';
import { readDate } from '#dates/read-date.ts';
import type { FileRow } from '#file-shape.ts';
import { columnsOf, fieldColumnsOf, objectIn, valuesOf } from '#mapping/columns.ts';
import { originOf } from '#mapping/origin-of.ts';
import { peerExports } from '#mapping/peer-exports.ts';
import type { DayOrder, SuggestedMapping } from '#mapping.ts';

const holders = ['data', 'payload_params', 'payload', 'fields'];
const dates = [
  ...['date', '_date', 'createdat', 'created_at', 'created at', 'timestamp', 'submittedat', 'submitted_at'],
  ...['submitted at', '_submitted_at', 'submission date', 'received_at', 'received at', 'datetime', 'time'],
  ...['zeitstempel', 'horodateur', 'marca temporal', 'informazioni cronologiche', 'carimbo de data/hora'],
];
const origins = ['origin', '_host', 'referrer', 'referer', 'site_url', 'page_url', '_origin'];

/**
 * Suggests what becomes of the columns, by the first rows: the date and the origin by their usual names, if the values
 * fit; everything else is a field, without what the known services add. `timeZone` is for dates without one.
 */
export function suggestMapping(rows: readonly FileRow[], timeZone: string): SuggestedMapping {
  const columns = columnsOf(rows);
  const fieldsIn = columns.find((name) => isHolder(rows, name)) ?? null;
  const fieldColumns = fieldColumnsOf(rows, fieldsIn);
  const all = [...new Set([...columns, ...fieldColumns])];
  const names = new Set(all.map((name) => name.toLowerCase()));
  const known = peerExports.find(({ isIt }) => isIt(names));
  const valuesIn = (name: string) => valuesOf(rows, fieldsIn, name);
  const named = (wanted: readonly string[], fits: (name: string) => boolean) =>
    wanted.flatMap((word) => all.filter((name) => name.toLowerCase() === word)).find(fits) ?? null;

  const [first = ''] = fieldsIn === null ? columns : [];
  const readAs = (name: string) => ({ dayOrder: dayOrderOf(rows, fieldsIn, name), timeZone });
  const datesIn = (name: string) => valuesIn(name).map((value) => readDate(value, readAs(name)));
  const hasDate = (name: string) => datesIn(name).some((date) => date !== null);
  const hasOnlyDates = (name: string) => hasDate(name) && datesIn(name).every((date) => date !== null);
  // A column that says it is the date is one, though some of its rows may be refused. The first column of Google Forms is
  // the time too, but its name is in the language of the form's owner, so its values decide.
  const date = named(dates, hasOnlyDates) ?? named(dates, hasDate) ?? (hasOnlyDates(first) ? first : null);
  const origin = named(origins, (name) => valuesIn(name).some((value) => originOf(value) !== null));
  const leftOut = new Set(known?.leftOut);
  return {
    peer: known?.peer ?? null,
    fieldsIn,
    date,
    dayOrder: dayOrderOf(rows, fieldsIn, date),
    timeZone: known?.peer === 'inlet' ? 'UTC' : timeZone,
    origin,
    fields: fieldColumns.map((column) => {
      const isField = column !== date && column !== origin && !leftOut.has(column.toLowerCase());
      return { column, field: isField ? column : null };
    }),
  };
}

function isHolder(rows: readonly FileRow[], name: string): boolean {
  return holders.includes(name.toLowerCase()) && rows.every(({ values }) => objectIn(values[name]) !== null);
}

/** The order of day and month in the dates of a column. */
export function dayOrderOf(rows: readonly FileRow[], fieldsIn: string | null, column: string | null): DayOrder {
  return column === null ? 'month first' : suggestDayOrder(valuesOf(rows, fieldsIn, column));
}
