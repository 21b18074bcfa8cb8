import type Stripe from 'stripe';
import { requireCustomer, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { startSubscription } from '#billing/start-subscription.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { buildCustomer } from '#objects/build-customer.ts';
import type { Simulation } from '#simulation.ts';

/** Completes a paid checkout: the customer gets the subscription. A second call changes nothing. */
export function completeCheckout(
  simulation: Simulation,
  session: Stripe.Checkout.Session,
  email: string | null,
): Stripe.Checkout.Session {
  if (session.status === 'complete') return session;
  if (session.status !== 'open') throw invalidRequest('This Checkout Session has expired.');
  const { tables, emit } = simulation;
  const terms = requireRow(tables.checkoutTerms, 'checkout.session', session.id);
  const price = requireRecurringPrice(simulation, terms.price, 'line_items[0][price]');
  const customer = customerOf(simulation, session, email);
  tables.cards.set(customer.id, { id: customer.id, declines: false });
  const subscription = startSubscription(simulation, {
    customer: customer.id,
    price,
    quantity: terms.quantity,
    metadata: terms.subscriptionMetadata,
    description: terms.subscriptionDescription,
  });
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    invoice: subscription.latest_invoice,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
  tables.checkoutSessions.set(session.id, complete);
  emit('checkout.session.completed', complete);
  return complete;
}

function customerOf(
  simulation: Simulation,
  { customer, customer_email }: Stripe.Checkout.Session,
  email: string | null,
): Stripe.Customer {
  if (customer !== null) return requireCustomer(simulation, String(customer), 'customer');
  const created = buildCustomer({ email: customer_email ?? email }, simulation.clock.now());
  simulation.tables.customers.set(created.id, created);
  simulation.emit('customer.created', created);
  return created;
}
