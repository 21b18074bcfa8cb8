const dateFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

/** `Nov 20, 2026`, in the reader's time zone as all of these. */
export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

/** `Nov 20` */
export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}

/** `2:05:09 PM` */
export function formatTime(iso: string): string {
  return timeFormat.format(new Date(iso));
}

/** `November 20, 2026 at 2:05:09 PM UTC` */
export function formatMoment(iso: string): string {
  return longFormat.format(new Date(iso));
}

const shortFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `Nov 20, 2026, 2:05 PM` */
export function formatDateTime(iso: string): string {
  return shortFormat.format(new Date(iso));
}

const calendarFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 20`, for a date such as `2026-11-20` that belongs to no time zone */
export function formatCalendarDay(date: string): string {
  return calendarFormat.format(new Date(date));
}
