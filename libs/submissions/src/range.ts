import type { SubmissionFilter } from '@inlet/contracts/submissions';

/** A position in a form's submissions, which have the same order by time and by id. */
export interface Position {
  readonly createdAt: Date | 'infinity' | '-infinity';
  readonly id: string;
}

/** The submissions between two positions, both excluded. */
export interface Range {
  readonly after: Position;
  readonly before: Position;
}

/** The direction in which a list is read. */
export type Direction = 'older' | 'newer';

export const lowestId = '00000000-0000-0000-0000-000000000000';
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const oldest: Position = { createdAt: '-infinity', id: lowestId };
const newest: Position = { createdAt: 'infinity', id: highestId };

/** The range of a filter's dates. Times have whole milliseconds, as in the table. */
export function rangeOf({ from, to }: SubmissionFilter): Range {
  return {
    after: from ? { createdAt: new Date(from.getTime() - 1), id: highestId } : oldest,
    before: to ? { createdAt: to, id: lowestId } : newest,
  };
}

/** The part of a range after a position, in the given direction. */
export function beyond(range: Range, position: Position, direction: Direction): Range {
  return direction === 'older'
    ? { ...range, before: earlier(range.before, position) }
    : { ...range, after: later(range.after, position) };
}

/** The position right after another one: a range that ends before it includes that one. */
export function successor({ createdAt, id }: Position): Position {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return id === highestId
    ? { createdAt, id }
    : { createdAt, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

export function isEmpty({ after, before }: Range): boolean {
  return compare(after, before) >= 0;
}

function earlier(a: Position, b: Position): Position {
  return compare(a, b) <= 0 ? a : b;
}

function later(a: Position, b: Position): Position {
  return compare(a, b) >= 0 ? a : b;
}

function compare(a: Position, b: Position): number {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function timeOf({ createdAt }: Position): number {
  if (createdAt instanceof Date) return createdAt.getTime();
  return createdAt === 'infinity' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
