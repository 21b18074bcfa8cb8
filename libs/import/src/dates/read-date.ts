import { halfOfDay, monthNamed, offsetNamed } from '#dates/date-words.ts';
import { momentOf } from '#dates/zoned-time.ts';
import type { DayOrder, Mapping } from '#mapping.ts';

/** Longer than any date. */
const lengthMax = 80;
/** Epoch seconds stay below this number until the year 5138, and milliseconds are above it since 1973. */
const secondsMax = 100_000_000_000;

interface Parts {
  numbers: string[];
  month?: number;
  half?: 'am' | 'pm';
  time?: readonly number[];
  /** Minutes east of Greenwich. */
  offset?: number;
}

export type DateReading = Pick<Mapping, 'dayOrder' | 'timeZone'>;

/**
 * Reads the time of a row: ISO 8601, the locale dates of Google Forms and spreadsheets, dates with English months, and
 * epoch seconds or milliseconds. Returns it in ISO 8601 and UTC, or null for what is no date.
 */
export function readDate(value: unknown, { dayOrder, timeZone }: DateReading): string | null {
  if (typeof value === 'number') return formatMs(value < secondsMax ? value * 1_000 : value);
  if (typeof value !== 'string' || value.length > lengthMax) return null;
  const text = value.trim().toLowerCase().replace(remark, '');
  if (/^\d{9,14}(?:\.\d{1,6})?$/.test(text)) return readDate(Number(text), { dayOrder, timeZone });
  const parts = partsOf(text);
  const day = parts && dayOf(parts, dayOrder);
  if (!parts || !day) return null;
  const ms = msOfDay(parts);
  const [year, month, dayOfMonth] = day;
  const midnight = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = midnight.getUTCDate() === dayOfMonth && midnight.getUTCMonth() === month - 1;
  if (!isReal || ms === null) return null;
  const shownMs = midnight.getTime() + ms;
  const { offset } = parts;
  return formatMs(offset === undefined ? momentOf(shownMs, timeZone) : shownMs - offset * 60_000);
}

/** The time of day in milliseconds; null for a time that no clock shows. */
function msOfDay({ time: read = [], half }: Parts): number | null {
  const [hour = 0, minute = 0, second = 0, ms = 0] = read;
  const isHour = half ? hour >= 1 && hour <= 12 : hour < 24;
  if (!isHour || minute > 59 || second > 59) return null;
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return ((hours * 60 + minute) * 60 + second) * 1_000 + ms;
}

function formatMs(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const time = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?![\d:.])/;
const date = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})\.?(?![\d:])/;
const offset = /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d{2})?(?![\d:])/;
const number = /^\d{1,4}(?:st|nd|rd|th)?(?![\d:./])/;
const word = /^[^\s\d:/.,()+-]+(?:\.(?:\s?m\.)?)?/u;
/** JavaScript writes the name of a time zone behind its offset. */
const remark = /\([^()]*\)$/;
const between = /^[\s,()]+/;

/** Takes a text apart from its start; null as soon as something is no part of a date. */
function partsOf(text: string): Parts | null {
  const parts: Parts = { numbers: [] };
  for (let rest = text; rest !== ''; ) {
    const length = between.exec(rest)?.[0].length ?? takePart(rest, parts);
    if (length === 0) return null;
    rest = rest.slice(length);
  }
  return parts;
}

/** Adds the part at the start of a text, and returns its length; 0 if there is none. */
function takePart(rest: string, parts: Parts): number {
  const found = takeOffset(rest, parts) ?? takeDate(rest, parts) ?? takeTime(rest, parts) ?? takeNumber(rest, parts);
  return found ?? takeWord(rest, parts);
}

function takeDate(rest: string, parts: Parts): number | undefined {
  const found = parts.numbers.length === 0 ? date.exec(rest) : null;
  if (!found) return undefined;
  parts.numbers.push(found[1] ?? '', found[3] ?? '', found[4] ?? '');
  return found[0].length;
}

function takeTime(rest: string, parts: Parts): number | undefined {
  const found = parts.time ? null : time.exec(rest);
  if (!found) return undefined;
  const [whole, hour, minute, second = '0', fraction = '0'] = found;
  parts.time = [hour, minute, second, fraction.slice(0, 3).padEnd(3, '0')].map(Number);
  return whole.length;
}

/** An offset comes behind the time. Before it, a dash separates the parts of a date. */
function takeOffset(rest: string, parts: Parts): number | undefined {
  const found = parts.time ? offset.exec(rest) : null;
  if (!found) return undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  parts.offset = found[1] === '-' ? -minutes : minutes;
  return found[0].length;
}

function takeNumber(rest: string, parts: Parts): number | undefined {
  const found = parts.numbers.length < 3 ? number.exec(rest) : null;
  if (!found) return undefined;
  parts.numbers.push(found[0].replace(/\D+/, ''));
  return found[0].length;
}

function takeWord(rest: string, parts: Parts): number {
  const found = word.exec(rest)?.[0] ?? '';
  // A `t` separates day and time, directly before its digits.
  if (/^t\d/.test(rest) && parts.numbers.length === 3) return 1;
  const plain = found.replaceAll(/[.\s]/g, '');
  const half = halfOfDay(plain);
  const month = monthNamed(plain);
  const east = offsetNamed(plain);
  if (half) parts.half = half;
  else if (east !== undefined && parts.time) parts.offset = east;
  else if (month !== undefined) parts.month = month;
  else if (!weekday.test(plain)) return 0;
  return found.length;
}

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun|at$)/;

/** Year, month and day. */
function dayOf({ numbers, month }: Parts, order: DayOrder): readonly [number, number, number] | null {
  const [first = '', second = '', third = ''] = numbers;
  if (month !== undefined) {
    if (numbers.length !== 2) return null;
    return first.length === 4 ? [Number(first), month, Number(second)] : [yearOf(second), month, Number(first)];
  }
  if (numbers.length !== 3) return null;
  if (first.length === 4) return [Number(first), Number(second), Number(third)];
  if (first.length > 2 || third.length === 1 || third.length === 3) return null;
  const [one, two] = [Number(first), Number(second)];
  const isDayFirst = one > 12 || (two <= 12 && order === 'day first');
  return isDayFirst ? [yearOf(third), two, one] : [yearOf(third), one, two];
}

/** Two digits mean a year from 1970 to 2069. */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2_000 + year : 1_900 + year;
}
