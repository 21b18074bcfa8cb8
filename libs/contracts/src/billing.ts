import * as z from 'zod';
import { planKeySchema } from '#plan-key.ts';
import { canBeStored } from '#text.ts';

/** How a product is offered: to everybody, to those who were invited, or not yet. */
export const saleSchema = z.enum(['open', 'waitlist', 'soon']);
export type Sale = z.infer<typeof saleSchema>;

export const priceSchema = z.object({
  id: z.string(),
  productId: z.string(),
  currency: z.string(),
  /** In minor units: 4900 is 49.00. */
  unitAmount: z.number().int(),
  recurringInterval: z.string().nullable(),
  recurringIntervalCount: z.number().int().nullable(),
  type: z.string(),
  metadata: z.record(z.string(), z.string()),
});
export type Price = z.infer<typeof priceSchema>;

export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  metadata: z.object({
    plan_key: z.string(),
    features: z.array(z.string()),
    sale: saleSchema,
    /** How many may ever have it at once; null where there is no such limit. */
    capacity: z.number().int().nullable(),
  }),
  prices: z.array(priceSchema),
});
export type Product = z.infer<typeof productSchema>;

export const productListSchema = z.object({ products: z.array(productSchema) });
export type ProductList = z.infer<typeof productListSchema>;

export const earlyProCountSchema = z.object({
  /** Spots that are sold or held by somebody who is paying just now. */
  count: z.number().int(),
  available: z.number().int(),
});
export type EarlyProCount = z.infer<typeof earlyProCountSchema>;

const addressSchema = z.url({ protocol: /^https?$/, error: 'Must be an http(s) address' }).max(2_000);

export const createCheckoutSchema = z.object({
  priceId: z
    .string({ error: 'The priceId is required' })
    .min(1)
    .max(200)
    .refine(canBeStored, 'No price has such a character'),
  userId: z.string({ error: 'The userId is required' }).max(200),
  planType: planKeySchema,
  successUrl: addressSchema,
  cancelUrl: addressSchema,
});
export type CreateCheckout = z.input<typeof createCheckoutSchema>;

export const createPortalSchema = z.object({
  userId: z.string({ error: 'The userId is required' }).max(200),
  returnUrl: addressSchema,
});
export type CreatePortal = z.input<typeof createPortalSchema>;

/** Where the browser goes next. */
export const redirectSchema = z.object({ url: z.string() });
export type Redirect = z.infer<typeof redirectSchema>;

/** What an account's owner should know of what they pay. */
export const billingStateSchema = z.object({
  plan: z.string().nullable(),
  subscriptionStatus: z.enum(['active', 'inactive']),
  currentPeriodEnd: z.iso.datetime().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** A renewal failed: access ends at this moment unless it is paid. */
  paymentDueBy: z.iso.datetime().nullable(),
  /** A payment page that was begun and can still be paid; a spot of a limited plan is held as long. */
  openCheckout: z.object({ priceId: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});
export type BillingState = z.infer<typeof billingStateSchema>;
