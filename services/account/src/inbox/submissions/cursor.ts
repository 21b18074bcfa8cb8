import { type Direction, highestId, lowestId } from '@inlet/submissions/range';
import * as z from 'zod';
import { invalidCursor } from '#errors.ts';
import type { Counted } from '#inbox/submissions/submissions.store.ts';

/** An exclusive position in a list of submissions, and the direction in which the list continues. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
  readonly direction: Direction;
  /** The count of a filter's first page, so that later pages need not count; null without a filter. */
  readonly total?: Counted | null;
}

/** A position in a list that is sorted by a field: the row before or after the page. */
export interface SortedCursor {
  readonly position: number;
  readonly id: string;
  readonly isBack: boolean;
}

const sortedCursorSchema = z.tuple([
  z.number().int().nonnegative(),
  z.uuid().toLowerCase(),
  z.enum(['after', 'before']),
]);

export function formatSortedCursor({ position, id, isBack }: SortedCursor): string {
  return Buffer.from(JSON.stringify([position, id, isBack ? 'before' : 'after'])).toString('base64url');
}

export function parseSortedCursor(text: string): SortedCursor {
  const cursor = sortedCursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!cursor.success) throw invalidCursor();
  const [position, id, side] = cursor.data;
  return { position, id, isBack: side === 'before' };
}

const positionSchemas = [z.number().int().nonnegative(), z.uuid().toLowerCase()] as const;
/** A cursor without a direction leads to older submissions, as all did in earlier releases. */
const cursorSchema = z.union([
  z.tuple([...positionSchemas, z.literal('newer').optional()]),
  z.tuple([...positionSchemas, z.literal('newer').nullable(), z.number().int().nonnegative(), z.boolean()]),
]);

export function formatCursor({ createdAt, id, direction, total }: Cursor): string {
  const position: unknown[] = [createdAt.getTime(), id];
  if (direction === 'newer' || total) position.push(direction === 'newer' ? direction : null);
  if (total) position.push(total.count, total.isExact);
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function parseCursor(text: string): Cursor {
  const cursor = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!cursor.success) throw invalidCursor();
  const [createdAtMs, id, direction, count, isExact = false] = cursor.data;
  const createdAt = new Date(createdAtMs);
  if (Number.isNaN(createdAt.getTime())) throw invalidCursor();
  const total = count === undefined ? {} : { total: { count, isExact } };
  return { createdAt, id, direction: direction ?? 'older', ...total };
}

/** The way back after an empty page: a cursor in the other direction, whose list includes the position itself. */
export function turnBack({ createdAt, direction, total = null }: Cursor): Cursor {
  return direction === 'older'
    ? { createdAt: new Date(Math.max(0, createdAt.getTime() - 1)), id: highestId, direction: 'newer', total }
    : { createdAt: new Date(createdAt.getTime() + 1), id: lowestId, direction: 'older', total };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
