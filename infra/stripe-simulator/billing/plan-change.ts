import type Stripe from 'stripe';
import { itemOf, type RecurringPrice } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { endOfPeriod } from '#clock/add-interval.ts';
import type { InvoiceLine } from '#objects/build-invoice.ts';
import { buildPlan } from '#objects/build-subscription.ts';
import type { Simulation } from '#simulation.ts';

/** A change to another price, with what it costs at a moment. */
export interface PlanChange {
  readonly item: Stripe.SubscriptionItem;
  readonly anchor: number;
  readonly lines: readonly InvoiceLine[];
}

/**
 * What is left of the paid period is given back, and the same time is billed at the new price. A price of another
 * interval starts a period of its own at once.
 */
export function planChange(
  { tables, clock }: Simulation,
  subscription: Stripe.Subscription,
  price: RecurringPrice,
  at: number = clock.now(),
): PlanChange {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  if (at < start || at > end) throw invalidRequest('Invalid proration_date.', { param: 'proration_date' });
  const share = (end - at) / (end - start);
  const nameOf = ({ product }: Stripe.Price) => tables.products.get(String(product))?.name ?? 'Subscription';
  const part = (of: Stripe.Price, factor: number, words: string): InvoiceLine => ({
    amount: Math.round((of.unit_amount ?? 0) * (item.quantity ?? 1) * factor),
    description: `${words} ${nameOf(of)} after ${dayInWords(at)}`,
    price: of,
    period: { start: at, end },
    isProration: true,
  });
  const unused = part(item.price, -share, 'Unused time on');
  if (isSameInterval(item.price, price)) {
    const lines = [unused, part(price, share, 'Remaining time on')];
    return { item: { ...item, plan: buildPlan(price), price }, anchor: subscription.billing_cycle_anchor, lines };
  }
  const period = { start: at, end: endOfPeriod(at, at, price.recurring) };
  const whole: InvoiceLine = {
    amount: (price.unit_amount ?? 0) * (item.quantity ?? 1),
    description: `${item.quantity ?? 1} × ${nameOf(price)}`,
    price,
    period,
    isProration: false,
  };
  const moved = { current_period_start: period.start, current_period_end: period.end };
  return { item: { ...item, ...moved, plan: buildPlan(price), price }, anchor: at, lines: [unused, whole] };
}

export function isSameInterval(one: Stripe.Price, other: Stripe.Price): boolean {
  return intervalOf(one) === intervalOf(other);
}

function intervalOf({ recurring }: Stripe.Price): string {
  return `${recurring?.interval_count} ${recurring?.interval}`;
}

/** `23 Nov 2026`, as Stripe writes it on invoices. */
function dayInWords(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1_000);
}
