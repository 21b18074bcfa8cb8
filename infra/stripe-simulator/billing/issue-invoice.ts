import type Stripe from 'stripe';
import { itemOf, requireCustomer } from '#billing/require-row.ts';
import { buildInvoice, type InvoiceLine } from '#objects/build-invoice.ts';
import { buildInvoicePayment } from '#objects/build-payment.ts';
import type { Simulation } from '#simulation.ts';

/** Bills the current period of a subscription, or other lines, without collecting the payment. */
export function issueInvoice(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: readonly InvoiceLine[] = [wholePeriod(simulation, itemOf(subscription))],
): Stripe.Invoice {
  const { tables, clock, emit } = simulation;
  const customer = requireCustomer(simulation, String(subscription.customer));
  const item = itemOf(subscription);
  const earlier = [...tables.invoices.values()].filter((invoice) => invoice.customer === customer.id).length;
  const number = `${customer.invoice_prefix}-${String(earlier + 1).padStart(4, '0')}`;

  const invoice = buildInvoice({ subscription, customer, item, reason, number, lines }, clock.now());
  tables.invoices.set(invoice.id, invoice);
  if (invoice.amount_due > 0) {
    const payment = buildInvoicePayment(invoice, clock.now());
    tables.invoicePayments.set(payment.id, payment);
  }
  const balance = invoice.ending_balance ?? 0;
  if (balance !== customer.balance) {
    tables.customers.set(customer.id, { ...customer, balance });
    emit('customer.updated', { ...customer, balance }, { balance: customer.balance });
  }
  emit('invoice.created', invoice);
  emit('invoice.finalized', invoice);
  return invoice;
}

function wholePeriod({ tables }: Simulation, item: Stripe.SubscriptionItem): InvoiceLine {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
  const product = tables.products.get(String(price.product))?.name ?? 'Subscription';
  return {
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${product}`,
    price,
    period: { start, end },
    isProration: false,
  };
}
