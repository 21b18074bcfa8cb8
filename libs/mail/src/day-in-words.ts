const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day in words, in UTC, as `Dec 1, 2026`. */
export function dayInWords(day: Date): string {
  return format.format(day);
}
