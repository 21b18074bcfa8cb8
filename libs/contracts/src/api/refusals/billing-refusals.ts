/** A call to the payment provider that failed may be tried again after these seconds. */
const soon = { 'retry-after': '5' };

/** The refusals about plans, subscriptions and payments. */
export const billingRefusals = {
  subscriptionRequired: {
    status: 402,
    code: 'subscription_required',
    message: 'An active subscription is required. Choose a plan to continue.',
  },
  paymentFailed: {
    status: 402,
    code: 'payment_failed',
    message:
      'Your card was not charged, and your plan stays as it is. Update your card in Manage Billing and try again.',
  },
  notForSale: {
    status: 403,
    code: 'not_for_sale',
    message: 'This plan cannot be bought at the moment. Join the waitlist to hear when it can.',
  },
  billingOff: { status: 404, code: 'billing_off', message: 'This installation takes no payments' },
  priceNotFound: { status: 404, code: 'price_not_found', message: 'This price is not offered' },
  alreadySubscribed: {
    status: 409,
    code: 'already_subscribed',
    message: 'There is a subscription already. Use Manage Billing to change or to pay it.',
  },
  noSubscription: {
    status: 409,
    code: 'no_subscription',
    message: 'This account has no subscription. Choose a plan first.',
  },
  paymentDue: {
    status: 409,
    code: 'payment_due',
    message: 'Your last payment did not go through. Pay it in Manage Billing first, then change your plan.',
  },
  previewExpired: {
    status: 409,
    code: 'preview_expired',
    message: 'The price of this change was calculated more than an hour ago. Look at it again first.',
  },
  samePrice: { status: 409, code: 'same_price', message: 'This is your plan already' },
  subscriptionEnds: {
    status: 409,
    code: 'subscription_ends',
    message: 'Your subscription is canceled. Resume it first, then change your plan.',
  },
  nothingToManage: {
    status: 409,
    code: 'no_customer',
    message: 'There is nothing to manage: this account has no subscription',
  },
  soldOut: { status: 409, code: 'sold_out', message: 'Sold Out: all spots are taken at the moment' },
  cancellationFailed: {
    status: 503,
    code: 'payments_unavailable',
    message: 'Your subscription could not be canceled just now, so nothing was deleted. Please try again in a moment.',
    headers: soon,
  },
  changeFailed: {
    status: 503,
    code: 'payments_unavailable',
    message: 'The payment provider did not answer. Please try again in a moment.',
    headers: soon,
  },
  invoicesFailed: {
    status: 503,
    code: 'payments_unavailable',
    message: 'Your invoices could not be read just now. Please try again in a moment.',
    headers: soon,
  },
  checkoutFailed: {
    status: 503,
    code: 'payments_unavailable',
    message: 'Failed to create checkout session',
    headers: soon,
  },
  portalFailed: {
    status: 503,
    code: 'payments_unavailable',
    message: 'Failed to create portal session',
    headers: soon,
  },
} as const;
