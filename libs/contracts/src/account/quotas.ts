import * as z from 'zod';

/** What an account's submissions use of a month: places in an inbox, and the bytes of their fields, spam included. */
export const quotaResources = ['submissions', 'bytes'] as const;
export type QuotaResource = (typeof quotaResources)[number];
/** A number of each resource. */
export type Amounts = Readonly<Record<QuotaResource, number>>;

/** The database knows no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const amount = z.int().nonnegative();

const accountMonthSchema = z.object({ userId: z.uuid(), month: z.string().regex(monthPattern) });
export type AccountMonth = z.infer<typeof accountMonthSchema>;

/** Months of one question. */
export const countersMax = 1_000;

/** Asks account to count what is used of months; one that was just refused for being full is compared with its rows. */
export const countersNeedSchema = z.object({
  accounts: z.array(accountMonthSchema).max(countersMax),
  isRefused: z.boolean(),
});
export type CountersNeed = z.infer<typeof countersNeedSchema>;

/** How ingest of the previous release asks for more of an account's month. */
export const quotaNeedSchema = accountMonthSchema.extend({
  wanted: z.object({ submissions: amount, bytes: amount }),
});
export type QuotaNeed = z.infer<typeof quotaNeedSchema>;
