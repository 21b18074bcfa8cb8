import * as z from 'zod';

/** A month with fewer bytes left cannot take an ordinary submission, so it is shown as used up. */
export const ordinaryBytes = 1_000;

const refusedByLimitSchema = z.object({
  count: z.number().int().meta({ description: 'Refused requests at all forms.' }),
  since: z.iso.datetime().meta({ description: 'When the first of them was refused.' }),
  forms: z
    .array(z.object({ formId: z.uuid(), count: z.number().int() }))
    .meta({ description: 'Refused requests by form; forms without any are left out.' }),
});
export type RefusedByLimit = z.infer<typeof refusedByLimitSchema>;

/**
 * An account's usage of its plan: current forms, submissions and data in this calendar month in UTC, and current files.
 */
export const usageSchema = z
  .object({
    plan: z.string().nullable().meta({ description: 'Null before a plan was chosen.' }),
    currentForms: z.number().int(),
    formLimit: z.number().int(),
    currentSubmissions: z.number().int(),
    submissionLimit: z.number().int(),
    currentBytes: z
      .number()
      .int()
      .meta({ description: 'Bytes of the fields that were stored this month, spam included.' }),
    byteLimit: z.number().int(),
    currentStorage: z.number().int().meta({ description: 'Bytes of all files, and of those that are being uploaded.' }),
    storageLimit: z.number().int().meta({ description: '0 where the plan includes no files.' }),
    currentImported: z.number().int().meta({ description: 'Imported submissions that are stored.' }),
    importedLimit: z.number().int(),
    isFormLimitReached: z.boolean(),
    isSubmissionLimitReached: z.boolean(),
    isByteLimitReached: z.boolean(),
    isStorageLimitReached: z.boolean(),
    isImportedLimitReached: z.boolean(),
    formUsagePercentage: z.number(),
    submissionUsagePercentage: z.number(),
    byteUsagePercentage: z.number(),
    storageUsagePercentage: z.number(),
    importedUsagePercentage: z.number(),
    refusedByLimit: refusedByLimitSchema.nullable().meta({
      description:
        'What the limits of submissions and data refused this month. Null while neither is reached, or nothing was refused.',
    }),
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usageSchema>;
