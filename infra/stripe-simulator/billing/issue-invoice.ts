import type Stripe from 'stripe';
import { itemOf, requireCustomer } from '#billing/require-row.ts';
import { buildInvoice } from '#objects/build-invoice.ts';
import { buildInvoicePayment, buildPaymentIntent } from '#objects/build-payment.ts';
import type { Simulation } from '#simulation.ts';

/** Bills the current period of a subscription, without collecting the payment. */
export function issueInvoice(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice {
  const { tables, clock, emit } = simulation;
  const customer = requireCustomer(simulation, String(subscription.customer));
  const item = itemOf(subscription);
  const earlier = [...tables.invoices.values()].filter((invoice) => invoice.customer === customer.id).length;
  const number = `${customer.invoice_prefix}-${String(earlier + 1).padStart(4, '0')}`;
  const product = tables.products.get(String(item.price.product))?.name ?? 'Subscription';
  const description = `${item.quantity ?? 1} × ${product}`;

  const invoice = buildInvoice({ subscription, customer, item, reason, number, description }, clock.now());
  const intent = buildPaymentIntent(invoice, clock.now());
  const payment = buildInvoicePayment(invoice, intent.id, clock.now());
  tables.invoices.set(invoice.id, invoice);
  tables.paymentIntents.set(intent.id, intent);
  tables.invoicePayments.set(payment.id, payment);
  emit('invoice.created', invoice);
  emit('invoice.finalized', invoice);
  return invoice;
}
