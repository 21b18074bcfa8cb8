import * as z from 'zod';

export const analyticsQuerySchema = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'How many days to count. The last one is today.' }),
});

const count = z.number().int().nonnegative();

/** Submissions received per day, without those that were spam on arrival. Later marks and deletions change nothing. */
export const analyticsSchema = z
  .object({
    timeZone: z.string().meta({ description: 'The time zone of the account, in which days and hours are counted.' }),
    total: count.meta({ description: 'Submissions of all the days.' }),
    previousTotal: count.meta({ description: 'Submissions of as many days before them.' }),
    days: z
      .array(z.object({ date: z.iso.date(), count }))
      .meta({ description: 'Submissions of each day, oldest first. Days without any are included.' }),
    origins: z
      .array(z.object({ origin: z.string().nullable(), count }))
      .meta({ description: 'The origins that sent most, busiest first; null for submissions without one.' }),
    hoursOfWeek: z
      .array(z.array(count))
      .meta({ description: 'Submissions by day of the week, Monday first, and by hour, from 0 to 23.' }),
    hostedPage: z
      .object({
        views: count.meta({ description: 'How often the page was shown.' }),
        submissions: count.meta({ description: 'Submissions with the origin of the installation, as the page sends.' }),
      })
      .meta({ description: 'The hosted pages, by days in UTC.' }),
    outcomes: z.object({
      accepted: count.meta({ description: 'Submissions that reached the inbox: the same as `total`.' }),
      spam: count.meta({ description: 'Submissions that were spam on arrival.' }),
      refused: z.array(z.object({ reason: z.string(), count })).meta({
        description: 'Requests that the endpoint refused, by the code of its answer, the most frequent first.',
      }),
    }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof analyticsSchema>;
