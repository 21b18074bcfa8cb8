import { formatNumber } from '@inlet/contracts/counts';
import type { RefusedByLimit } from '@inlet/contracts/usage';
import { dateFormat, formatShortDateTime } from '#lib/dates.ts';

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const;

/** `just now`, `5 minutes ago`, `2 days ago` */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  const unit = units.find((candidate) => seconds >= candidate.seconds);
  if (!unit) return 'just now';
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}

const time = dateFormat({ timeStyle: 'short' });

/** `2:05 PM` today, `Nov 20, 2:05 PM` on another day, with the year if it is another one */
export function formatWhen(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return date.toDateString() === now.toDateString() ? time(date) : formatShortDateTime(iso, now);
}

/** `301 refused since 5:50 AM`, with the date on another day */
export function refusedWords({ count, since }: RefusedByLimit): string {
  return `${formatNumber(count)} refused since ${formatWhen(since)}`;
}

/** `now`, `5 min`, `3 h`, `2 d`, `4 mo`, `1 y`: for small spaces, beside the date. */
export function formatAge(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  const unit = ages.find((candidate) => seconds >= candidate.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.name}` : 'now';
}

const ages = [
  { name: 'y', seconds: 31_557_600 },
  { name: 'mo', seconds: 2_629_800 },
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
] as const;
