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
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$/;

/**
 * Reads a number such as `10`, a date such as `2026-01-31`, or a date with a time. A date is the start of its day, and a
 * time without a zone is in UTC. Null for any other text.
 */
export function readBound(text: string): Bound | null {
  if (text.length > lengthMax) return null;
  const trimmed = text.trim();
  if (number.test(trimmed)) return finite('number', Number(trimmed));
  const [found, day = '', time = 'T00:00', zone = 'Z'] = moment.exec(trimmed) ?? [];
  return found !== undefined && isDay(day) ? finite('moment', Date.parse(day + time + zone)) : null;
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `Date.parse` takes the last days of February to be days of March. */
function isDay(day: string): boolean {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return date >= 1 && date <= (monthDays[month - 1] ?? 0) && (month !== 2 || date < 29 || isLeap);
}

function finite(kind: Bound['kind'], at: number): Bound | null {
  return Number.isFinite(at) ? { kind, at } : null;
}
