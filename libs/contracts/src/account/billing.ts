import * as z from 'zod';
import { planKeySchema } from '#account/plan-key.ts';
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

const priceIdSchema = z
  .string({ error: 'The priceId is required' })
  .min(1)
  .max(200)
  .refine(canBeStored, 'No price has such a character');

export const createCheckoutSchema = z
  .object({
    priceId: priceIdSchema,
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
    priceId: z.string().nullable().meta({ description: 'The price of the subscription; null without one.' }),
    subscriptionStatus: z.enum(['active', 'inactive']),
    currentPeriodEnd: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The next renewal, or the end of a subscription that was cancelled.' }),
    cancelAtPeriodEnd: z
      .boolean()
      .meta({ description: 'True if the subscription was canceled and ends with the paid period.' }),
    paymentDueBy: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'A renewal failed, and access ends at this time unless it is paid.' }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The end of the last subscription, if the account has none now.' }),
    kept: z
      .object({
        forms: z.number().int(),
        submissions: z.number().int(),
        submissionsPerMonth: z
          .number()
          .int()
          .meta({ description: 'Submissions that the forms accept in a month until a plan is chosen.' }),
      })
      .nullable()
      .meta({ description: 'The data of an account without a subscription, which stays; null for the others.' }),
    openCheckout: z.object({ priceId: z.string(), expiresAt: z.iso.datetime() }).nullable().meta({
      description: 'A payment page that was opened and can still be paid. It holds a spot of a limited plan.',
    }),
    isOnWaitlist: z.boolean().meta({
      description:
        'True if the account has no subscription and its verified address was told by mail that it is on the waitlist.',
    }),
  })
  .meta({ id: 'BillingState' });
export type BillingState = z.infer<typeof billingStateSchema>;

export const previewChangeSchema = z.object({ priceId: priceIdSchema }).meta({ id: 'PreviewChange' });
export type PreviewChange = z.input<typeof previewChangeSchema>;

/** The cost of a plan change. Amounts are in the smallest unit of the currency. */
export const changePreviewSchema = z
  .object({
    priceId: z.string(),
    currency: z.string(),
    lines: z
      .array(z.object({ description: z.string(), amount: z.number().int() }))
      .meta({ description: 'Time that was paid for and is not used any more has a negative amount.' }),
    creditBefore: z.number().int().meta({ description: 'Credit of earlier changes that counts towards this one.' }),
    dueNow: z.number().int().meta({ description: 'The card is charged with it at once.' }),
    creditAfter: z.number().int().meta({ description: 'Credit that is left for the next invoices.' }),
    renewsAt: z.iso.datetime(),
    prorationAt: z.iso.datetime().meta({
      description: 'The moment of the calculation. Send it with the change, within an hour, to pay these amounts.',
    }),
  })
  .meta({ id: 'ChangePreview' });
export type ChangePreview = z.infer<typeof changePreviewSchema>;

export const changePlanSchema = z
  .object({
    priceId: priceIdSchema,
    prorationAt: z.iso.datetime().meta({ description: 'The `prorationAt` of the preview.' }),
  })
  .meta({ id: 'ChangePlan' });
export type ChangePlan = z.input<typeof changePlanSchema>;

export const invoiceSchema = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    createdAt: z.iso.datetime(),
    currency: z.string(),
    total: z.number().int().meta({ description: 'In the smallest unit of the currency; negative for a credit.' }),
    amountDue: z.number().int().meta({ description: 'The total less credit from before.' }),
    status: z.enum(['open', 'paid', 'uncollectible', 'void']),
    url: z.string().nullable().meta({ description: "The invoice's page at Stripe." }),
    pdfUrl: z.string().nullable(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoiceSchema>;

export const invoiceListSchema = z.object({ invoices: z.array(invoiceSchema) }).meta({ id: 'InvoiceList' });
export type InvoiceList = z.infer<typeof invoiceListSchema>;
