import * as z from 'zod';

export function limitSchema(max: number, usual: number) {
  return z.coerce.number().int().min(1).max(max).default(usual).meta({ description: 'The size of the page.' });
}

export const cursorSchema = z.string().max(100).optional().meta({
  description: 'Where the page begins: a cursor from an earlier answer.',
});

export const nextCursorSchema = z
  .string()
  .nullable()
  .meta({ description: 'The cursor of the page with the next older ones; null on the last page.' });
