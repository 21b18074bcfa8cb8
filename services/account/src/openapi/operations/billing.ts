import {
  billingStateSchema,
  createCheckoutSchema,
  createPortalSchema,
  earlyProCountSchema,
  productListSchema,
  redirectSchema,
} from '@inlet/contracts/billing';
import { tooLarge } from '@inlet/service/http-error';
import {
  alreadySubscribed,
  checkoutFailed,
  foreignReturnAddress,
  invalidSignature,
  notForSale,
  nothingToManage,
  notYourself,
  portalFailed,
  priceNotFound,
  soldOut,
} from '#billing/billing-errors.ts';
import { tooManyAttempts } from '#errors.ts';
import type { Operation } from '#openapi/operation.ts';

const group = 'Billing';

/** What is sold, and the ways to pay for it. Cards are shown to Stripe alone. */
export const billingOperations: readonly Operation[] = [
  {
    id: 'listProducts',
    route: 'GET /api/products',
    group,
    summary: 'List what is sold',
    access: 'everybody',
    success: { status: 200, says: 'The products with their prices, the cheapest first', schema: productListSchema },
  },
  {
    id: 'countEarlyPro',
    route: 'GET /api/payment/early-pro-count',
    group,
    summary: 'Count the Early Pro spots',
    access: 'everybody',
    success: { status: 200, says: 'How many are taken, and how many are left', schema: earlyProCountSchema },
  },
  {
    id: 'createCheckout',
    route: 'POST /api/payment/create-checkout-session',
    group,
    summary: 'Begin to buy a plan',
    access: 'person',
    details: 'A limited plan’s spot is held until its page is paid or expires. Asked again, it answers the same page.',
    body: createCheckoutSchema,
    success: { status: 200, says: 'Where to pay', schema: redirectSchema },
    refusals: [
      notYourself(),
      foreignReturnAddress(),
      priceNotFound(),
      notForSale(),
      soldOut(),
      alreadySubscribed(),
      tooManyAttempts(60),
      checkoutFailed(),
    ],
  },
  {
    id: 'createPortal',
    route: 'POST /api/payment/create-portal-session',
    group,
    summary: 'Change or cancel what you pay',
    access: 'person',
    body: createPortalSchema,
    success: { status: 200, says: 'Where to do it', schema: redirectSchema },
    refusals: [notYourself(), foreignReturnAddress(), nothingToManage(), tooManyAttempts(60), portalFailed()],
  },
  {
    id: 'readBilling',
    route: 'GET /api/v1/billing',
    group,
    summary: 'Read what you pay',
    access: 'person',
    success: { status: 200, says: 'The plan, until when it is paid, and what is owed', schema: billingStateSchema },
  },
  {
    id: 'receiveStripeEvent',
    route: 'POST /api/payment/webhook',
    group,
    summary: 'Hear from Stripe',
    access: 'everybody',
    details: 'For Stripe alone, which signs what it sends.',
    success: { status: 200, says: 'The event is kept', contentTypes: ['application/json'] },
    refusals: [invalidSignature(), tooLarge()],
  },
];
