import type { SubmissionFilter } from '@inlet/contracts/submissions';

/** A place in a form's submissions, which are ordered by their time and, within a moment, by their id. */
export interface Place {
  readonly createdAt: Date | 'infinity' | '-infinity';
  readonly id: string;
}

/** What lies between two places, neither of them included. */
export interface Range {
  readonly after: Place;
  readonly before: Place;
}

/** Which way a list is read. */
export type Direction = 'older' | 'newer';

export const lowestId = '00000000-0000-0000-0000-000000000000';
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const oldest: Place = { createdAt: '-infinity', id: lowestId };
const newest: Place = { createdAt: 'infinity', id: highestId };

/** The range that a filter's dates leave. Times have whole milliseconds, here as in the table. */
export function rangeOf({ from, to }: SubmissionFilter): Range {
  return {
    after: from ? { createdAt: new Date(from.getTime() - 1), id: highestId } : oldest,
    before: to ? { createdAt: to, id: lowestId } : newest,
  };
}

/** What is left of a range behind a place, read in a direction. */
export function beyond(range: Range, place: Place, direction: Direction): Range {
  return direction === 'older'
    ? { ...range, before: earlier(range.before, place) }
    : { ...range, after: later(range.after, place) };
}

export function isEmpty({ after, before }: Range): boolean {
  return compare(after, before) >= 0;
}

function earlier(a: Place, b: Place): Place {
  return compare(a, b) <= 0 ? a : b;
}

export function later(a: Place, b: Place): Place {
  return compare(a, b) >= 0 ? a : b;
}

function compare(a: Place, b: Place): number {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function timeOf({ createdAt }: Place): number {
  if (createdAt instanceof Date) return createdAt.getTime();
  return createdAt === 'infinity' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
