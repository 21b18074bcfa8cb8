import type Stripe from 'stripe';
import { changeSubscription, endSubscription, subscriptionOf } from '#billing/change-subscription.ts';
import { buildCharge } from '#objects/build-charge.ts';
import type { Simulation } from '#simulation.ts';

const daySeconds = 86_400;
/** After the first refusal the card is tried three more times; then the subscription ends. */
const retryDelaysSeconds = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

/** Tries to pay an open invoice with the customer's card. */
export function collectInvoice(simulation: Simulation, invoice: Stripe.Invoice): void {
  const { tables, clock, emit } = simulation;
  const payment = [...tables.invoicePayments.values()].find((each) => each.invoice === invoice.id);
  // The customer's credit has paid an invoice without a payment.
  if (!payment) {
    notePaid(simulation, invoice);
    return;
  }
  const declines = cardDeclines(simulation, invoice.customer);
  const charge = buildCharge(invoice, String(payment.payment.payment_intent), !declines, clock.now());
  tables.charges.set(charge.id, charge);
  if (declines) {
    emit('charge.failed', charge);
    noteRefusal(simulation, invoice);
    return;
  }
  const settled = { canceled_at: null, paid_at: clock.now() };
  const paid = { amount_paid: invoice.amount_due, status: 'paid', status_transitions: settled };
  tables.invoicePayments.set(payment.id, { ...payment, ...paid });
  emit('charge.succeeded', charge);
  notePaid(simulation, invoice);
}

/** True if the customer's card fails. */
export function cardDeclines({ tables }: Simulation, customer: Stripe.Invoice['customer']): boolean {
  return tables.cards.get(String(customer))?.declines ?? false;
}

/** Makes the customer's card fail. */
export function breakCard({ tables }: Simulation, customer: string): void {
  tables.cards.set(customer, { id: customer, declines: true });
}

/** Makes the customer's card work again and pays the open invoices with it. */
export function repairCard(simulation: Simulation, customer: string): void {
  const { tables } = simulation;
  tables.cards.set(customer, { id: customer, declines: false });
  for (const invoice of [...tables.invoices.values()]) {
    const isAsked = invoice.status === 'open' && invoice.next_payment_attempt !== null;
    if (isAsked && invoice.customer === customer) collectInvoice(simulation, invoice);
  }
}

function notePaid(simulation: Simulation, invoice: Stripe.Invoice): void {
  const { tables, clock, emit } = simulation;
  const paid: Stripe.Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: clock.now() },
  };
  tables.invoices.set(invoice.id, paid);
  emit('invoice.paid', paid);
  emit('invoice.payment_succeeded', paid);

  const id = subscriptionOf(invoice);
  if (tables.subscriptions.get(id)?.status !== 'past_due') return;
  const owes = [...tables.invoices.values()].some((other) => subscriptionOf(other) === id && other.status === 'open');
  if (!owes) changeSubscription(simulation, id, { status: 'active' });
}

function noteRefusal(simulation: Simulation, invoice: Stripe.Invoice): void {
  const { tables, clock, emit } = simulation;
  const delay = retryDelaysSeconds[invoice.attempt_count];
  const unpaid: Stripe.Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: delay === undefined ? null : clock.now() + delay,
  };
  tables.invoices.set(invoice.id, unpaid);
  emit('invoice.payment_failed', unpaid);

  if (delay === undefined) endSubscription(simulation, subscriptionOf(invoice), 'payment_failed');
  else changeSubscription(simulation, subscriptionOf(invoice), { status: 'past_due' });
}
