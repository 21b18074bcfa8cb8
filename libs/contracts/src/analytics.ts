import * as z from 'zod';

export const analyticsQuerySchema = z.object({
  /** Days in UTC that are told, of which today is the last. */
  days: z.coerce.number().int().min(1).max(365).default(30),
});

const count = z.number().int().nonnegative();

/** What was received in some days, without what was spam when it came. Marking or deleting later changes nothing. */
export const analyticsSchema = z.object({
  total: count,
  /** Every day, also those without any, the oldest first. */
  days: z.array(z.object({ date: z.iso.date(), count })),
  /** The websites that sent most, the busiest first; null for submissions that name none. */
  origins: z.array(z.object({ origin: z.string().nullable(), count })),
});
export type Analytics = z.infer<typeof analyticsSchema>;
