import type Stripe from 'stripe';
import * as z from 'zod';
import { dateOf, idOf, isMissingAtStripe } from '#billing/stripe-client.ts';

/** States of a subscription that is not over; the better ones first. Unpaid and paused ones can become active again. */
const livingStates: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

/** Our mark on a subscription that was paid for without a spot; Stripe stores it, so that no process can lose it. */
export const refundMark = 'inlet_refund';

/** Other products may have subscriptions in the same Stripe account, with different metadata. */
const accountIdSchema = z.uuid().nullable().catch(null);

/** A subscription with the fields that we use. */
export interface ReadSubscription {
  readonly id: string;
  readonly status: Stripe.Subscription.Status;
  readonly priceId: string;
  /** The next renewal, or the end of a cancelled subscription. */
  readonly currentPeriodEnd: Date | null;
  /** True if it was cancelled, whether it ends with its period or at another time. */
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** Since when a renewal is overdue, by Stripe's own invoices, so that every reading returns the same time. */
  readonly pastDueSince: Date | null;
  readonly latestInvoiceId: string | null;
  readonly createdAt: Date;
  /** The account that it was bought for, if it was bought here. */
  readonly boughtFor: string | null;
  readonly refund: 'due' | 'made' | null;
}

/** All subscriptions of a customer, the relevant one first. */
export async function readSubscriptions(stripe: Stripe, customer: string): Promise<ReadSubscription[]> {
  const subscriptions = await listSubscriptions(stripe, customer);
  const found = await Promise.all(subscriptions.map((subscription) => read(stripe, subscription)));
  return found.toSorted(byWeight);
}

/**
 * A customer that was deleted pays for nothing. One that Stripe never knew is different: it is usually the key of another
 * account at Stripe, and nobody may lose their access over that.
 */
async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.latest_invoice'] });
  try {
    return await list.autoPagingToArray({ limit: 1_000 });
  } catch (error) {
    if (isMissingAtStripe(error) && (await stripe.customers.retrieve(customer)).deleted) return [];
    throw error;
  }
}

export async function hasLivingSubscription(stripe: Stripe, customer: string): Promise<boolean> {
  return (await readSubscriptions(stripe, customer)).some(isLiving);
}

export function isLiving({ status }: Pick<ReadSubscription, 'status'>): boolean {
  return livingStates.includes(status);
}

async function read(stripe: Stripe, subscription: Stripe.Subscription): Promise<ReadSubscription> {
  const { id, status, items, metadata } = subscription;
  const [item] = items.data;
  const mark = metadata[refundMark];
  return {
    id,
    status,
    priceId: item?.price.id ?? '',
    currentPeriodEnd: item ? dateOf(subscription.cancel_at ?? item.current_period_end) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at === null ? null : dateOf(subscription.ended_at),
    pastDueSince: status === 'past_due' ? await findOwedSince(stripe, subscription) : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    createdAt: dateOf(subscription.created),
    boughtFor: accountIdSchema.parse(metadata.user_id),
    refund: mark === 'due' || mark === 'made' ? mark : null,
  };
}

/** The oldest unpaid invoice: the next renewal creates a newer one, which must not restart the grace period. */
async function findOwedSince(
  stripe: Stripe,
  { id, latest_invoice: latest }: Stripe.Subscription,
): Promise<Date | null> {
  const open = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 });
  const moments = open.data.map(({ created }) => created);
  if (moments.length > 0) return dateOf(Math.min(...moments));
  return typeof latest === 'object' && latest ? dateOf(latest.created) : null;
}

/** Sorts by state, the best first, then newest first. */
function byWeight(a: ReadSubscription, b: ReadSubscription): number {
  return weightOf(a) - weightOf(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

function weightOf({ status }: ReadSubscription): number {
  const index = livingStates.indexOf(status);
  return index === -1 ? livingStates.length : index;
}
