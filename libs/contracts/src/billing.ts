import * as z from 'zod';
import { planKeySchema } from '#plan-key.ts';
import { canBeStored } from '#text.ts';

export const saleSchema = z
  .enum(['open', 'waitlist', 'soon'])
  .meta({ description: '`open` to everybody, `waitlist` to people with an invitation, `soon` to nobody yet.' });
export type Sale = z.infer<typeof saleSchema>;

export const priceSchema = z
  .object({
    id: z.string(),
    productId: z.string(),
    currency: z.string(),
    unitAmount: z.number().int().meta({ description: 'In the smallest unit of the currency: 4900 is 49.00.' }),
    recurringInterval: z.string().nullable().meta({ description: '`month` or `year`; null for a single payment.' }),
    recurringIntervalCount: z.number().int().nullable(),
    type: z.string(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Price' });
export type Price = z.infer<typeof priceSchema>;

export const productSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    metadata: z.object({
      plan_key: z.string(),
      features: z.array(z.string()),
      sale: saleSchema,
      capacity: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'How many accounts can have it at once; null without such a limit.' }),
    }),
    prices: z.array(priceSchema),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof productSchema>;

export const productListSchema = z.object({ products: z.array(productSchema) }).meta({ id: 'ProductList' });
export type ProductList = z.infer<typeof productListSchema>;

export const earlyProCountSchema = z
  .object({
    count: z.number().int().meta({ description: 'Spots that are sold, or held by a payment page that is open.' }),
    available: z.number().int().meta({ description: 'Spots that are left.' }),
  })
  .meta({ id: 'EarlyProCount' });
export type EarlyProCount = z.infer<typeof earlyProCountSchema>;

const addressOf = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Must be an http(s) address' })
    .max(2_000)
    .meta({ description });
const userIdSchema = z
  .string({ error: 'The userId is required' })
  .max(200)
  .meta({ description: 'The id of the account that is signed in.' });

export const createCheckoutSchema = z
  .object({
    priceId: z
      .string({ error: 'The priceId is required' })
      .min(1)
      .max(200)
      .refine(canBeStored, 'No price has such a character'),
    userId: userIdSchema,
    planType: planKeySchema,
    successUrl: addressOf('The page of this website to return to after a payment.'),
    cancelUrl: addressOf('The page of this website to return to without a payment.'),
  })
  .meta({ id: 'CreateCheckout' });
export type CreateCheckout = z.input<typeof createCheckoutSchema>;

export const createPortalSchema = z
  .object({ userId: userIdSchema, returnUrl: addressOf('The page of this website to return to.') })
  .meta({ id: 'CreatePortal' });
export type CreatePortal = z.input<typeof createPortalSchema>;

export const redirectSchema = z
  .object({ url: z.string().meta({ description: 'The address that the browser goes to next.' }) })
  .meta({ id: 'Redirect' });
export type Redirect = z.infer<typeof redirectSchema>;

/** The state of an account's subscription, for its owner. */
export const billingStateSchema = z
  .object({
    plan: z.string().nullable().meta({ description: 'Null before a plan was chosen.' }),
    subscriptionStatus: z.enum(['active', 'inactive']),
    currentPeriodEnd: z.iso.datetime().nullable(),
    cancelAtPeriodEnd: z
      .boolean()
      .meta({ description: 'True if the subscription was cancelled and ends with the paid period.' }),
    paymentDueBy: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'A renewal failed, and access ends at this time unless it is paid.' }),
    openCheckout: z.object({ priceId: z.string(), expiresAt: z.iso.datetime() }).nullable().meta({
      description: 'A payment page that was opened and can still be paid. It holds a spot of a limited plan.',
    }),
  })
  .meta({ id: 'BillingState' });
export type BillingState = z.infer<typeof billingStateSchema>;
