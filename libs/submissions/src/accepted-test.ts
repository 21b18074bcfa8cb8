import * as z from 'zod';

/** A test submission that the endpoint of a form would have taken; ingest returns it instead of storing it. */
export const acceptedTestSchema = z.object({
  submission: z.object({
    id: z.uuid(),
    formId: z.uuid(),
    userId: z.uuid(),
    receivedAtMs: z.number(),
    json: z.string(),
    origin: z.string().nullable(),
    userAgent: z.string().nullable(),
    isSpam: z.boolean(),
    subject: z.string().nullable(),
    replyTo: z.string().nullable(),
    rulesVersion: z.number().optional(),
    ruleErrors: z.string().optional(),
  }),
});
export type AcceptedTest = z.output<typeof acceptedTestSchema>;
