/** Formats moments in one way. The formatter is created at its first use, because that takes milliseconds. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return format.format(date);
  };
}

const day = dateFormat({ month: 'short', day: 'numeric' });
const time = dateFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const exactTime = dateFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
const calendarDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Nov 20, 2026`, in the reader's time zone like all formats here. It is written by hand, because a list would wait
 * while the browser creates a formatter.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${monthDay(date)}, ${date.getFullYear()}`;
}

function monthDay(date: Date): string {
  return `${months[date.getMonth()]} ${date.getDate()}`;
}

/** `Nov 20` */
export function formatDay(iso: string): string {
  return day(new Date(iso));
}

/** `2:05:09 PM` */
export function formatTime(iso: string): string {
  return time(new Date(iso));
}

/** `Nov 20, 2026, 2:05:09 PM UTC` */
export function formatMoment(iso: string): string {
  return `${formatDate(iso)}, ${exactTime(new Date(iso))}`;
}

/** `Nov 20, 2026, 2:05 PM` */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${hourMinute(new Date(iso))}`;
}

/** `Nov 20, 2:05 PM` in this year, with the year otherwise */
export function formatShortDateTime(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return formatDateTime(iso);
  return `${monthDay(date)}, ${hourMinute(date)}`;
}

function hourMinute(date: Date): string {
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, '0')];
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** `Nov 20`, for a date such as `2026-11-20` without a time zone */
export function formatCalendarDay(iso: string): string {
  return calendarDay(new Date(iso));
}

/**
 * The time zones to choose from, in alphabetical order. The stored zone is included even if this browser does not know
 * it.
 */
export function timeZones(stored: string): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].sort();
}

/** `America/New York` */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
