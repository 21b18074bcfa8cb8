/** Writes moments in one way. The format is made at its first use, because that takes milliseconds. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return format.format(date);
  };
}

const date = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' });
const day = dateFormat({ month: 'short', day: 'numeric' });
const time = dateFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const long = dateFormat({ dateStyle: 'long', timeStyle: 'long' });
const short = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const calendarDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 20, 2026`, in the reader's time zone as all of these. */
export function formatDate(iso: string): string {
  return date(new Date(iso));
}

/** `Nov 20` */
export function formatDay(iso: string): string {
  return day(new Date(iso));
}

/** `2:05:09 PM` */
export function formatTime(iso: string): string {
  return time(new Date(iso));
}

/** `November 20, 2026 at 2:05:09 PM UTC` */
export function formatMoment(iso: string): string {
  return long(new Date(iso));
}

/** `Nov 20, 2026, 2:05 PM` */
export function formatDateTime(iso: string): string {
  return short(new Date(iso));
}

/** `Nov 20`, for a date such as `2026-11-20` that belongs to no time zone */
export function formatCalendarDay(iso: string): string {
  return calendarDay(new Date(iso));
}
