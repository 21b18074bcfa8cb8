import * as z from 'zod';
import { invalidCursor } from '#errors.ts';

/** A place in a list of submissions: just behind this one. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

const cursorSchema = z.tuple([z.number().int().nonnegative(), z.uuid()]);

export function formatCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(JSON.stringify([createdAt.getTime(), id])).toString('base64url');
}

export function parseCursor(text: string): Cursor {
  const cursor = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!cursor.success) throw invalidCursor();
  const [createdAtMs, id] = cursor.data;
  const createdAt = new Date(createdAtMs);
  if (Number.isNaN(createdAt.getTime())) throw invalidCursor();
  return { createdAt, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
