import { type Direction, highestId, lowestId } from '@inlet/submissions/range';
import * as z from 'zod';
import { invalidCursor } from '#errors.ts';

/** A place in a list of submissions, and which way the list goes on from there; the place itself is not in it. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
  readonly direction: Direction;
}

/** One without a direction leads to older ones, as all did once. */
const cursorSchema = z.tuple([z.number().int().nonnegative(), z.uuid().toLowerCase(), z.literal('newer').optional()]);

export function formatCursor({ createdAt, id, direction }: Cursor): string {
  const position = [createdAt.getTime(), id, ...(direction === 'newer' ? [direction] : [])];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function parseCursor(text: string): Cursor {
  const cursor = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!cursor.success) throw invalidCursor();
  const [createdAtMs, id, direction = 'older'] = cursor.data;
  const createdAt = new Date(createdAtMs);
  if (Number.isNaN(createdAt.getTime())) throw invalidCursor();
  return { createdAt, id, direction };
}

/** Back from where nothing was found: a cursor the other way, whose list has the place itself in it. */
export function turnBack({ createdAt, direction }: Cursor): Cursor {
  return direction === 'older'
    ? { createdAt: new Date(Math.max(0, createdAt.getTime() - 1)), id: highestId, direction: 'newer' }
    : { createdAt: new Date(createdAt.getTime() + 1), id: lowestId, direction: 'older' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
