import * as z from 'zod';

/** What a form's owner learns of a request that was refused: why, when and where from, never what it said. */
export const refusalSchema = z.object({
  reason: z.string(),
  at: z.iso.datetime(),
  origin: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusalSchema>;
