import * as z from 'zod';

/** What an account's submissions use of a month: places in an inbox, and the bytes of their fields, spam included. */
export const quotaResources = ['submissions', 'bytes'] as const;
export type QuotaResource = (typeof quotaResources)[number];
/** A number of each resource. */
export type Amounts = Readonly<Record<QuotaResource, number>>;

/** The database knows no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const amount = z.int().nonnegative();

/** Asks account to grant an account's month more of its quota, at least as much as is wanted if there is so much. */
export const quotaNeedSchema = z.object({
  userId: z.uuid(),
  month: z.string().regex(monthPattern),
  wanted: z.object({ submissions: amount, bytes: amount }),
});
export type QuotaNeed = z.infer<typeof quotaNeedSchema>;
