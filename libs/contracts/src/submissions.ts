import * as z from 'zod';

/** Largest page of submissions that the management API gives at once. */
export const submissionPageMax = 200;

export const submissionSchema = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  data: z.custom<Record<string, unknown>>((data) => typeof data === 'object' && data !== null),
  origin: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Submission = z.infer<typeof submissionSchema>;

export const submissionPageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(submissionPageMax).default(100),
  cursor: z.string().max(100).optional(),
});

export const submissionPageSchema = z.object({
  submissions: z.array(submissionSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
});
export type SubmissionPage = z.infer<typeof submissionPageSchema>;
