import type { Submission } from '@inlet/contracts/submissions';

/** Which of a form's submissions are shown, as it stands in the address bar. */
export interface Filter {
  readonly folder: Folder;
  readonly q: string;
  /** Days of the reader's calendar, `2026-11-20`; the last one is part of the range. */
  readonly from: string;
  readonly to: string;
  readonly origin: string;
}

export const folders = ['inbox', 'spam', 'refused'] as const;
export type Folder = (typeof folders)[number];

/** Stands for submissions from an unknown website. */
export const unknownOrigin = 'none';
export const searchMaxLength = 200;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export function readFilter(params: URLSearchParams): Filter {
  const folder = folders.find((name) => name === params.get('folder')) ?? 'inbox';
  return {
    folder,
    q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    origin: params.get('origin') ?? '',
  };
}

/** The query of the address with a changed filter; empty values are left out. */
export function writeFilter(params: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || value === 'inbox') next.delete(name);
    else next.set(name, value);
  }
  next.delete('submission');
  return next;
}

export const noFilter = { q: '', from: '', to: '', origin: '' } as const;

export function isFiltered({ q, from, to, origin }: Filter): boolean {
  return q !== '' || from !== '' || to !== '' || origin !== '';
}

/** The filter as the service reads it, in an address or a body. */
export function filterBody({ folder, q, from, to, origin }: Filter) {
  return {
    ...(q !== '' && { q }),
    ...(from !== '' && { from: startOfDay(from).toISOString() }),
    ...(to !== '' && { to: startOfDay(to, 1).toISOString() }),
    ...(origin !== '' && { origin }),
    ...(folder === 'spam' && { spam: true }),
  };
}

/** Whether a new submission matches the filter, by the rule of the service, which searches the fields' JSON. */
export function matches(filter: Filter, { data, origin, createdAt, isSpam }: Submission): boolean {
  const { q, from, to } = filter;
  if (filter.folder === 'refused' || isSpam !== (filter.folder === 'spam')) return false;
  if (filter.origin !== '' && filter.origin !== (origin ?? unknownOrigin)) return false;
  const at = Date.parse(createdAt);
  if (from !== '' && at < startOfDay(from).getTime()) return false;
  if (to !== '' && at >= startOfDay(to, 1).getTime()) return false;
  return q === '' || JSON.stringify(data).toLowerCase().includes(JSON.stringify(q).slice(1, -1).toLowerCase());
}

function dayIn(text: string | null): string {
  return text !== null && dayPattern.test(text) && !Number.isNaN(startOfDay(text).getTime()) ? text : '';
}

/** The first moment of a day in the reader's time zone, plus a number of days. */
function startOfDay(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
