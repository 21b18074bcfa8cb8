import { lowestId } from '@inlet/submissions/range';
import * as z from 'zod';
import { invalidCursor } from '#errors.ts';

/** The position of the last change that was read, and its time: a restored database has other changes there. */
export interface FeedPosition {
  readonly position: number;
  /** Zero if unknown: before the first change, or if all are too old to be kept. */
  readonly atMs: number;
}

/** The last previously stored submission that was read; null means the start of its form. */
export interface StoredPosition {
  readonly formId: string;
  readonly createdAtMs: number | null;
  readonly id: string;
}

/** A cursor with `stored` is among the previously stored submissions; the changes after its position follow. */
export interface ChangeCursor extends FeedPosition {
  readonly stored?: StoredPosition | undefined;
}

/** The position before the first form. */
export const nothingStored: StoredPosition = { formId: lowestId, createdAtMs: null, id: lowestId };

const count = z.number().int().nonnegative();
const id = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
/** The largest time of a JavaScript date, before and after 1970. */
const timeMax = 8.64e15;
const time = z.number().int().min(-timeMax).max(timeMax);
const cursorSchema = z.tuple([count, count.max(timeMax), z.tuple([id, time.nullable(), id]).optional()]);

export function formatChangeCursor({ position, atMs, stored }: ChangeCursor): string {
  const parts = [position, atMs, ...(stored ? [[stored.formId, stored.createdAtMs, stored.id]] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function parseChangeCursor(text: string): ChangeCursor {
  const cursor = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!cursor.success) throw invalidCursor();
  const [position, atMs, stored] = cursor.data;
  if (!stored) return { position, atMs };
  const [formId, createdAtMs, storedId] = stored;
  return { position, atMs, stored: { formId, createdAtMs, id: storedId } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
