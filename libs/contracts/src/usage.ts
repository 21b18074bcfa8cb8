import * as z from 'zod';

/** An account's usage of its plan: forms now, and submissions in this calendar month in UTC. */
export const usageSchema = z
  .object({
    plan: z.string().nullable().meta({ description: 'Null before a plan was chosen.' }),
    currentForms: z.number().int(),
    formLimit: z.number().int(),
    currentSubmissions: z.number().int(),
    submissionLimit: z.number().int(),
    isFormLimitReached: z.boolean(),
    isSubmissionLimitReached: z.boolean(),
    formUsagePercentage: z.number(),
    submissionUsagePercentage: z.number(),
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usageSchema>;
