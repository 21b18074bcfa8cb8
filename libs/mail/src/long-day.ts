const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in words, in UTC, as `December 1, 2026`. */
export function longDay(day: Date): string {
  return format.format(day);
}
