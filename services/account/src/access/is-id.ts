import * as z from 'zod';

const idSchema = z.uuid();

/** Returns whether a text is written like an id. PostgreSQL would fail on another one. */
export function isId(text: string): boolean {
  return idSchema.safeParse(text).success;
}
