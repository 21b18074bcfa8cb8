import { spotRefundedMail } from '@inlet/mail/mails/spot-refunded-mail';
import Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { idOf, isMissingAtStripe } from '#billing/stripe-client.ts';
import { mailId } from '#billing/subscription/apply-subscription.ts';
import { isLiving, type ReadSubscription, refundMark } from '#billing/subscription/read-subscriptions.ts';
import { sendMail } from '#mail/send-mail.ts';

type RefundDeps = Pick<BillingDeps, 'stripe' | 'logger' | 'producer' | 'config'>;

/** Marks a payment for a refund at Stripe before anything else: from then on it gets no spot, even if one is free. */
export async function markForRefund({ stripe }: Pick<RefundDeps, 'stripe'>, { id, refund }: ReadSubscription) {
  if (refund === null) await stripe.subscriptions.update(id, { metadata: { [refundMark]: 'due' } });
}

/**
 * Cancels and refunds a payment in vain: when every spot was taken, or for a deleted account. Each step can be
 * repeated, and the mark shows the progress, so a later call continues.
 */
export async function refundPayment(
  deps: RefundDeps,
  subscription: ReadSubscription,
  emails: readonly string[] | null,
): Promise<void> {
  const { stripe, logger, config } = deps;
  const { id, refund } = subscription;
  if (refund !== 'made') {
    logger.error({ subscription: id, hasAccount: emails !== null }, 'billing: refunding a payment that got no spot');
    await payBack(stripe, subscription);
    for (const [index, email] of (emails ?? []).entries()) {
      await sendMail(deps, spotRefundedMail(email, config.PUBLIC_URL), mailId(`refund-${id}`, index));
    }
    await stripe.subscriptions.update(id, { metadata: { [refundMark]: 'made' } });
  }
  if (isLiving(subscription)) await cancelSubscription(stripe, id);
}

/** Cancels a subscription at once; one that has already ended is not a failure. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

async function payBack(stripe: Stripe, { latestInvoiceId }: ReadSubscription): Promise<void> {
  if (latestInvoiceId === null) return;
  const payments = await stripe.invoicePayments.list({ invoice: latestInvoiceId, limit: 100 });
  for (const { id, payment, status } of payments.data) {
    const intent = idOf(payment.payment_intent);
    if (status !== 'paid' || intent === null) continue;
    try {
      await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund-${id}` });
    } catch (error) {
      if (!isRefunded(error)) throw error;
    }
  }
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';
}
