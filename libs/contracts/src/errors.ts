import * as z from 'zod';

/** The body of an error response of the management API. */
export const errorBodySchema = z
  .object({
    error: z.string().meta({ description: 'A sentence for people.' }),
    code: z.string().meta({ description: 'A stable code for programs.' }),
    issues: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The fields that are wrong, and why.' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBodySchema>;
