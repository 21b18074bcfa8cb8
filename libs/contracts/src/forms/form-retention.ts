import * as z from 'zod';

/** Ten years. */
export const retentionDaysMax = 3_650;
/** The days that are suggested first. */
export const retentionDaysOffered = 90;
/** The most submissions that a preview counts. */
export const expiredCountMax = 10_000;

const daysMessage = 'Choose 1 to 3,650 days';
const daysDescription = 'Submissions are deleted after so many days, 1 to 3,650; null keeps them.';
const daysSchema = z
  .number({ error: daysMessage })
  .int(daysMessage)
  .min(1, daysMessage)
  .max(retentionDaysMax, daysMessage);

/** The retention days of a form or an account in a response. */
export const retentionDaysSchema = z.number().int().nullable().meta({ description: daysDescription });

export const updateRetentionSchema = z
  .object({ days: daysSchema.nullable().meta({ description: daysDescription }) })
  .meta({ id: 'UpdateRetention' });
export type UpdateRetention = z.input<typeof updateRetentionSchema>;

export const retentionQuerySchema = z.object({
  days: z.coerce
    .number({ error: daysMessage })
    .pipe(daysSchema)
    .optional()
    .meta({ description: 'Count the submissions that are older than so many days, before they are chosen.' }),
});

const isActiveSchema = z.boolean().meta({
  description: 'Whether the plan includes automatic deletion. While it does not, nothing is deleted and the days stay.',
});

export const retentionSchema = z
  .object({
    days: retentionDaysSchema,
    isActive: isActiveSchema,
    expired: z.number().int().meta({
      description:
        'Submissions that are older than the days, or than those of the query; 10,000 at most. Spam and starred ones count too.',
    }),
    expiredIsExact: z.boolean().meta({ description: 'False where there are more than `expired`.' }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retentionSchema>;

export const defaultRetentionSchema = z
  .object({ days: retentionDaysSchema, isActive: isActiveSchema })
  .meta({ id: 'DefaultRetention' });
export type DefaultRetention = z.infer<typeof defaultRetentionSchema>;
