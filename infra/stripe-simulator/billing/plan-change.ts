import type Stripe from 'stripe';
import { changeSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice, wholePeriod } from '#billing/issue-invoice.ts';
import { itemOf, nameOf, requireCustomer, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { endOfPeriod } from '#clock/end-of-period.ts';
import { buildInvoice, type InvoiceLine } from '#objects/build-invoice.ts';
import { buildPlan } from '#objects/build-subscription.ts';
import type { Simulation } from '#simulation.ts';
import type { RecurringPrice } from '#state/tables.ts';

/** A change to another price, with its cost at a moment. */
export interface PlanChange {
  /** The subscription after the change. */
  readonly changed: Stripe.Subscription;
  readonly lines: readonly InvoiceLine[];
}

/**
 * The rest of the paid period is credited, and the same time is billed at the new price. A price with another interval
 * starts a new period at once.
 */
export function planChange(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  price: RecurringPrice,
  at: number = simulation.clock.now(),
): PlanChange {
  const before = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = before;
  if (at < start || at > end) throw invalidRequest('Invalid proration_date.', { param: 'proration_date' });
  const share = (end - at) / (end - start);
  const part = (of: Stripe.Price, factor: number, words: string): InvoiceLine => ({
    amount: Math.round((of.unit_amount ?? 0) * factor),
    description: `${words} ${nameOf(simulation, of)} after ${dayInWords(at)}`,
    price: of,
    period: { start: at, end },
    isProration: true,
  });
  const unused = part(before.price, -share, 'Unused time on');
  const item = { ...before, plan: buildPlan(price), price };
  if (before.price.recurring?.interval === price.recurring.interval) {
    const changed = { ...subscription, items: { ...subscription.items, data: [item] } };
    return { changed, lines: [unused, part(price, share, 'Remaining time on')] };
  }
  const moved = {
    ...item,
    current_period_start: at,
    current_period_end: endOfPeriod(at, at, price.recurring.interval),
  };
  const items = { ...subscription.items, data: [moved] };
  const changed = { ...subscription, billing_cycle_anchor: at, items };
  return { changed, lines: [unused, wholePeriod(simulation, moved)] };
}

/** The invoice that a change to another price would create at once. Nothing is stored. */
export function previewChange(simulation: Simulation, { changed: subscription, lines }: PlanChange): Stripe.Invoice {
  const customer = requireCustomer(simulation, String(subscription.customer));
  const fields = { subscription, customer, reason: 'subscription_update', number: null, lines } as const;
  return { ...buildInvoice(fields, simulation.clock.now()), status: 'draft' };
}

/** Changes to another price, and bills the difference for the rest of the period at once. */
export function changePlan(simulation: Simulation, { changed, lines }: PlanChange): void {
  const { id, items, billing_cycle_anchor } = changed;
  const before = requireRow(simulation.tables.subscriptions, 'subscription', id);
  if (itemOf(before).price.id === itemOf(changed).price.id) return;
  const invoice = issueInvoice(simulation, changed, 'subscription_update', lines);
  // A pending cancellation takes effect at the end of a new period as well.
  const cancel_at = before.cancel_at_period_end ? itemOf(changed).current_period_end : before.cancel_at;
  changeSubscription(simulation, id, { billing_cycle_anchor, items, cancel_at, latest_invoice: invoice.id });
  collectInvoice(simulation, invoice);
}

/** `23 Nov 2026`, as Stripe writes it on invoices. */
function dayInWords(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1_000);
}
