/** A number or a moment that other values can be compared with. */
export interface Bound {
  readonly kind: 'number' | 'moment';
  /** A moment is in milliseconds. */
  readonly at: number;
}

/** No number and no moment is longer. */
const lengthMax = 100;
const number = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const moment =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$/;

/**
 * Reads a number such as `10`, a date such as `2026-01-31`, or a date with a time. A date is the start of its day, and a
 * time without a zone is in UTC. Null for any other text.
 */
export function readBound(text: string): Bound | null {
  if (text.length > lengthMax) return null;
  const trimmed = text.trim();
  if (number.test(trimmed)) return finite('number', Number(trimmed));
  const [found, year, month, date, time, zone] = moment.exec(trimmed) ?? [];
  if (found === undefined) return null;
  const start = startOf(Number(year), Number(month), Number(date));
  if (start === null || (time === undefined && zone === undefined)) return start;
  return finite('moment', Date.parse(`${year}-${month}-${date}${time ?? 'T00:00'}${zone ?? 'Z'}`));
}

/** The start of a day in UTC; null for a day that does not exist, such as the 30th of February. */
function startOf(year: number, month: number, date: number): Bound | null {
  const day = new Date(0);
  const at = day.setUTCFullYear(year, month - 1, date);
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date ? { kind: 'moment', at } : null;
}

function finite(kind: Bound['kind'], at: number): Bound | null {
  return Number.isFinite(at) ? { kind, at } : null;
}
