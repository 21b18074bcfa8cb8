import * as z from 'zod';

/** The part of a form that ingest needs to judge a submission, as `account` projects it into Redis. */
export const formEntrySchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  isActive: z.boolean(),
  allowedOrigins: z.array(z.string()),
  /** Submissions that the owner's plan allows in a month, over all of the owner's forms. */
  submissionLimit: z.number().int().nonnegative(),
  /** Bytes of a submission's body; null, or an entry from before there was such a limit, stands for the most. */
  bodyMaxBytes: z.number().int().positive().nullable().default(null),
});
export type FormEntry = z.infer<typeof formEntrySchema>;

/** The shape of every public endpoint id: 12 characters of base 36. */
export const endpointIdPattern = /^[0-9a-z]{12}$/;
