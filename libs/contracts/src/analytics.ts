import * as z from 'zod';

export const analyticsQuerySchema = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'How many days to count, in UTC. The last one is today.' }),
});

const count = z.number().int().nonnegative();

/** Submissions received in some days, without those that were spam on arrival. Marks and deletions change nothing. */
export const analyticsSchema = z
  .object({
    total: count.meta({ description: 'Submissions of all the days.' }),
    days: z
      .array(z.object({ date: z.iso.date(), count }))
      .meta({ description: 'Submissions of each day, oldest first. Days without any are included.' }),
    origins: z
      .array(z.object({ origin: z.string().nullable(), count }))
      .meta({ description: 'The origins that sent most, busiest first; null for submissions without one.' }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof analyticsSchema>;
