import * as z from 'zod';

/** The monthly usage of an account: submissions in an inbox, and the bytes of their fields, including spam. */
export const quotaResources = ['submissions', 'bytes'] as const;
export type QuotaResource = (typeof quotaResources)[number];
/** An amount of each resource. */
export type Amounts = Readonly<Record<QuotaResource, number>>;

/** The database has no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const amount = z.int().nonnegative();

const accountMonthSchema = z.object({ userId: z.uuid(), month: z.string().regex(monthPattern) });
export type AccountMonth = z.infer<typeof accountMonthSchema>;

/** A form with a maximum number of submissions. A later number, after a time without one, has another version. */
const formNumberSchema = z.object({ formId: z.uuid(), version: z.int().nonnegative() });
export type FormNumber = z.infer<typeof formNumberSchema>;

/** What has a counter of its own in Redis. */
export type CounterName = AccountMonth | FormNumber;

/**
 * While an account moves to another lane, its counters are paused. Redis ends the pause by itself after this time, if
 * the process that moves the account dies.
 */
export const movePauseMs = 2_500;

/** The number of months in one request. */
export const countersMax = 1_000;

/** Asks account to count the usage of months. A month that was just refused as full is compared with its rows. */
export const countersNeedSchema = z.object({
  accounts: z.array(accountMonthSchema).max(countersMax),
  // Ingest of the previous release does not send it.
  forms: z.array(formNumberSchema).max(countersMax).default([]),
  isRefused: z.boolean(),
});
export type CountersNeed = z.input<typeof countersNeedSchema>;

/** How ingest of the previous release asks for more of an account's month. */
export const quotaNeedSchema = accountMonthSchema.extend({
  wanted: z.object({ submissions: amount, bytes: amount }),
});
export type QuotaNeed = z.infer<typeof quotaNeedSchema>;
