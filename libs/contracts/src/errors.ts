import * as z from 'zod';

/** What the management API answers when it refuses: a sentence for a person and a stable code for a program. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  issues: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
