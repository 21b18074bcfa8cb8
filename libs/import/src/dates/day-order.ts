import type { DayOrder } from '#mapping.ts';

const numeric = /^(\d{1,2})([-/.])\s?(\d{1,2})\2/;

/** The order of day and month in some dates: a number above 12 is a day. Dots mean that the day is first. */
export function suggestDayOrder(dates: readonly unknown[]): DayOrder {
  const found = dates.flatMap((date) => (typeof date === 'string' ? [numeric.exec(date.trim())] : []));
  const parts = found.flatMap((match) => (match ? [{ first: match[1], mark: match[2], second: match[3] }] : []));
  if (parts.some(({ first }) => Number(first) > 12)) return 'day first';
  if (parts.some(({ second }) => Number(second) > 12)) return 'month first';
  return parts.some(({ mark }) => mark === '.') ? 'day first' : 'month first';
}
