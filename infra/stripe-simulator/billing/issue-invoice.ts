import type Stripe from 'stripe';
import { itemOf, nameOf, requireCustomer } from '#billing/require-row.ts';
import { buildInvoice, type InvoiceLine } from '#objects/build-invoice.ts';
import { all, newId } from '#objects/fields.ts';
import type { Simulation } from '#simulation.ts';

/** Bills the current period of a subscription, or other lines, without collecting the payment. */
export function issueInvoice(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: readonly InvoiceLine[] = [wholePeriod(simulation, itemOf(subscription))],
): Stripe.Invoice {
  const { tables, clock, emit, pagesUrl } = simulation;
  const customer = requireCustomer(simulation, String(subscription.customer));
  const earlier = [...tables.invoices.values()].filter((invoice) => invoice.customer === customer.id).length;
  const number = `${customer.invoice_prefix}-${String(earlier + 1).padStart(4, '0')}`;

  const built = buildInvoice({ subscription, customer, reason, number, lines }, clock.now());
  const invoice = { ...built, hosted_invoice_url: `${pagesUrl}/i/${built.id}` };
  tables.invoices.set(invoice.id, invoice);
  if (invoice.amount_due > 0) {
    const id = newId('inpay');
    tables.invoicePayments.set(id, {
      id,
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: clock.now(),
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      // The simulator only keeps the id of a payment intent.
      payment: { payment_intent: newId('pi'), type: 'payment_intent' },
      status: 'open',
      status_transitions: all(null, 'canceled_at paid_at'),
    });
  }
  const balance = invoice.ending_balance ?? 0;
  if (balance !== customer.balance) {
    tables.customers.set(customer.id, { ...customer, balance });
    emit('customer.updated', { ...customer, balance });
  }
  emit('invoice.created', invoice);
  emit('invoice.finalized', invoice);
  return invoice;
}

/** A line for the whole period of an item. */
export function wholePeriod(simulation: Simulation, item: Stripe.SubscriptionItem): InvoiceLine {
  const { price, current_period_start: start, current_period_end: end } = item;
  return {
    amount: price.unit_amount ?? 0,
    description: `1 × ${nameOf(simulation, price)}`,
    price,
    period: { start, end },
    isProration: false,
  };
}
