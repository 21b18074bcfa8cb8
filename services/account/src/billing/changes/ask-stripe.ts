import { HttpError } from '@inlet/http/errors';
import Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { changeFailed, noSubscription, paymentFailed } from '#errors.ts';

/** Calls Stripe for a subscription, and converts failures to refusals. */
export async function askStripe<Answer>(
  { logger }: Pick<BillingDeps, 'logger'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof HttpError) throw err;
    if (err instanceof Stripe.errors.StripeCardError) throw paymentFailed();
    if (isMissingAtStripe(err)) throw noSubscription();
    logger.warn({ err }, 'stripe: subscription could not be changed');
    throw changeFailed();
  }
}
