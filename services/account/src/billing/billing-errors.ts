import { defineHttpError } from '@inlet/service/http-error';

export const notYourself = defineHttpError(
  403,
  'not_yourself',
  'This can only be done for the account that is signed in',
);
export const foreignReturnAddress = defineHttpError(
  400,
  'invalid_return_url',
  'The address to return to must be on this website',
);
export const priceNotFound = defineHttpError(404, 'price_not_found', 'This price is not offered');
export const notForSale = defineHttpError(
  403,
  'not_for_sale',
  'This plan cannot be bought at the moment. Join the waitlist to hear when it can.',
);
export const soldOut = defineHttpError(409, 'sold_out', 'Sold Out: all spots are taken at the moment');
export const alreadySubscribed = defineHttpError(
  409,
  'already_subscribed',
  'There is a subscription already. Use Manage Billing to change or to pay it.',
);
export const nothingToManage = defineHttpError(
  409,
  'no_customer',
  'There is nothing to manage: this account has no subscription',
);
const paymentsAway = () => ({ headers: { 'retry-after': '5' } });
export const checkoutFailed = defineHttpError(
  503,
  'payments_unavailable',
  'Failed to create checkout session',
  paymentsAway,
);
export const portalFailed = defineHttpError(
  503,
  'payments_unavailable',
  'Failed to create portal session',
  paymentsAway,
);
export const cancellationFailed = defineHttpError(
  503,
  'payments_unavailable',
  'Your subscription could not be cancelled just now, so nothing was deleted. Please try again in a moment.',
  paymentsAway,
);
export const invalidSignature = defineHttpError(400, 'invalid_signature', 'The signature does not fit the body');
