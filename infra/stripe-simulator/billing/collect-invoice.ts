import type Stripe from 'stripe';
import { changeSubscription } from '#billing/change-subscription.ts';
import { endSubscription } from '#billing/end-subscription.ts';
import { buildCharge } from '#objects/build-payment.ts';
import type { Simulation } from '#simulation.ts';

const daySeconds = 86_400;
/** After the first refusal the card is tried three more times; then the subscription ends. */
const retryDelaysSeconds = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

/** Tries to pay an open invoice with the customer's card. */
export function collectInvoice(simulation: Simulation, invoice: Stripe.Invoice): void {
  // Credit of the customer has paid it.
  if (invoice.amount_due === 0) {
    notePaid(simulation, invoice);
    return;
  }
  const payment = paymentOf(simulation, invoice);
  const declines = simulation.tables.cards.get(String(invoice.customer))?.declines ?? false;
  if (declines) noteRefusal(simulation, invoice, payment);
  else notePayment(simulation, invoice, payment);
}

type Payment = { row: Stripe.InvoicePayment; intent: Stripe.PaymentIntent };

function notePayment({ tables, clock, emit }: Simulation, invoice: Stripe.Invoice, { row, intent }: Payment): void {
  const now = clock.now();
  const charge = buildCharge(intent, true, now);
  const paidIntent: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    status: 'succeeded',
  };
  const settled = { canceled_at: null, paid_at: now };
  tables.charges.set(charge.id, charge);
  tables.paymentIntents.set(intent.id, paidIntent);
  tables.invoicePayments.set(row.id, {
    ...row,
    amount_paid: invoice.amount_due,
    status: 'paid',
    status_transitions: settled,
  });
  emit('charge.succeeded', charge);
  emit('payment_intent.succeeded', paidIntent);
  notePaid({ tables, clock, emit }, invoice);
}

function notePaid({ tables, clock, emit }: Simulation, invoice: Stripe.Invoice): void {
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
  if (!owes) changeSubscription({ tables, clock, emit }, id, { status: 'active' });
}

function noteRefusal(simulation: Simulation, invoice: Stripe.Invoice, { intent }: Payment): void {
  const { tables, clock, emit } = simulation;
  const charge = buildCharge(intent, false, clock.now());
  const refusedIntent: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: {
      charge: charge.id,
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      type: 'card_error',
    },
    latest_charge: charge.id,
  };
  const delay = retryDelaysSeconds[invoice.attempt_count];
  const unpaid: Stripe.Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: delay === undefined ? null : clock.now() + delay,
  };
  tables.charges.set(charge.id, charge);
  tables.paymentIntents.set(intent.id, refusedIntent);
  tables.invoices.set(invoice.id, unpaid);
  emit('charge.failed', charge);
  emit('payment_intent.payment_failed', refusedIntent);
  emit('invoice.payment_failed', unpaid);

  if (delay === undefined) endSubscription(simulation, subscriptionOf(invoice), 'payment_failed');
  else changeSubscription(simulation, subscriptionOf(invoice), { status: 'past_due' });
}

/** The id of the subscription that an invoice bills; it hangs below `parent` since the version that is simulated. */
export function subscriptionOf({ parent }: Stripe.Invoice): string {
  return String(parent?.subscription_details?.subscription);
}

function paymentOf({ tables }: Simulation, { id }: Stripe.Invoice): Payment {
  const row = [...tables.invoicePayments.values()].find(({ invoice }) => invoice === id);
  const intent = tables.paymentIntents.get(String(row?.payment.payment_intent));
  if (!row || !intent) throw new Error(`The invoice ${id} has no payment`);
  return { row, intent };
}
