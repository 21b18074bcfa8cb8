import * as z from 'zod';
import {
  billingStateSchema,
  changePlanSchema,
  changePreviewSchema,
  createCheckoutSchema,
  createPortalSchema,
  earlyProCountSchema,
  invoiceListSchema,
  previewChangeSchema,
  productListSchema,
  redirectSchema,
} from '#account/billing.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Limit, Route } from '#api/route.ts';

/** Each call makes up to six requests to Stripe, which has limits as well; a person who compares plans needs a few. */
const ofAccount = (name: string): Limit => ({ name, per: 'account', max: 30, windowSeconds: 15 * 60 });

const changeRefusals = [
  'noSubscription',
  'paymentDue',
  'subscriptionEnds',
  'samePrice',
  'priceNotFound',
  'notForSale',
  'soldOut',
  'oneSpotPerPerson',
  'changeFailed',
] as const;

export const billingRoutes = {
  listProducts: {
    group: 'Billing',
    summary: 'List the products for sale',
    access: 'public',
    success: { status: 200, description: 'The products with their prices, cheapest first', schema: productListSchema },
  },
  countEarlyPro: {
    group: 'Billing',
    summary: 'Count the Early Pro spots',
    access: 'public',
    success: { status: 200, description: 'How many are taken, and how many are left', schema: earlyProCountSchema },
  },
  createCheckout: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Start a purchase',
    description:
      'A spot of a limited plan is held until its payment page is paid or expires. A repeated call answers the same page.',
    access: 'session',
    limit: ofAccount('checkout:account'),
    body: createCheckoutSchema,
    success: { status: 200, description: 'The address of the payment page', schema: redirectSchema },
    refusals: [
      'notYourself',
      'foreignReturnAddress',
      'priceNotFound',
      'notForSale',
      'soldOut',
      'oneSpotPerPerson',
      'alreadySubscribed',
      'checkoutFailed',
    ],
  },
  createPortal: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Change or cancel your subscription',
    access: 'session',
    limit: ofAccount('portal:account'),
    body: createPortalSchema,
    success: { status: 200, description: 'The address of the billing portal', schema: redirectSchema },
    refusals: ['notYourself', 'foreignReturnAddress', 'nothingToManage', 'portalFailed'],
  },
  readBilling: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Read the state of your subscription',
    access: 'session',
    success: {
      status: 200,
      description: 'The plan, the end of the paid period, and any payment that is due',
      schema: billingStateSchema,
    },
  },
  previewChange: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Preview a change of your plan',
    description: 'Says what the change to another price costs now. Nothing is changed.',
    access: 'session',
    limit: ofAccount('preview:account'),
    body: previewChangeSchema,
    success: { status: 200, description: 'The cost of the change', schema: changePreviewSchema },
    refusals: changeRefusals,
  },
  changePlan: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Change your plan',
    description:
      'The rest of the paid period is credited, and the difference is charged at once. If the card is declined, nothing changes. A repeated call charges nothing twice.',
    access: 'session',
    limit: ofAccount('change:account'),
    body: changePlanSchema,
    success: { status: 200, description: 'The subscription after the change', schema: billingStateSchema },
    refusals: [...changeRefusals, 'previewExpired', 'paymentFailed'],
  },
  cancelSubscription: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Cancel your subscription',
    description: 'It ends with the paid period. Until then it can be resumed.',
    access: 'session',
    limit: ofAccount('cancel:account'),
    success: { status: 200, description: 'The subscription, which ends', schema: billingStateSchema },
    refusals: ['noSubscription', 'changeFailed'],
  },
  resumeSubscription: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'Resume a subscription that was cancelled',
    access: 'session',
    limit: ofAccount('cancel:account'),
    success: { status: 200, description: 'The subscription, which renews again', schema: billingStateSchema },
    refusals: ['noSubscription', 'changeFailed'],
  },
  listInvoices: {
    action: 'billing:manage',
    group: 'Billing',
    summary: 'List your invoices',
    description: 'The newest 100, newest first.',
    access: 'session',
    limit: ofAccount('invoices:account'),
    success: { status: 200, description: 'The invoices', schema: invoiceListSchema },
    refusals: ['invoicesFailed'],
  },
  receiveStripeEvent: {
    group: 'Billing',
    summary: 'Receive an event from Stripe',
    description: 'Only Stripe calls this. It signs every request.',
    access: 'stripe',
    success: { status: 200, description: 'The event is stored', schema: z.object({ received: z.literal(true) }) },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
