import * as z from 'zod';
import type { RouteId } from '#api/addresses.ts';
import type { Limit, Route } from '#api/route.ts';
import {
  billingStateSchema,
  createCheckoutSchema,
  createPortalSchema,
  earlyProCountSchema,
  productListSchema,
  redirectSchema,
} from '#billing.ts';

/** Each call asks Stripe up to six times, and Stripe counts as well; a person who compares plans needs a few. */
const ofAccount = (name: string): Limit => ({ name, per: 'account', max: 30, windowSeconds: 15 * 60 });

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
      'alreadySubscribed',
      'checkoutFailed',
    ],
  },
  createPortal: {
    group: 'Billing',
    summary: 'Change or cancel your subscription',
    access: 'session',
    limit: ofAccount('portal:account'),
    body: createPortalSchema,
    success: { status: 200, description: 'The address of the billing portal', schema: redirectSchema },
    refusals: ['notYourself', 'foreignReturnAddress', 'nothingToManage', 'portalFailed'],
  },
  readBilling: {
    group: 'Billing',
    summary: 'Read the state of your subscription',
    access: 'session',
    success: {
      status: 200,
      description: 'The plan, the end of the paid period, and any payment that is due',
      schema: billingStateSchema,
    },
  },
  receiveStripeEvent: {
    group: 'Billing',
    summary: 'Receive an event from Stripe',
    description: 'Only Stripe calls this. It signs every request.',
    access: 'stripe',
    success: { status: 200, description: 'The event is stored', schema: z.object({ received: z.literal(true) }) },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
