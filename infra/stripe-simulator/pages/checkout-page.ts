import { type Html, html } from '@inlet/local/html';
import type Stripe from 'stripe';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { completeCheckout, expireCheckout } from '#billing/end-checkout.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { button, type Page, priceInWords } from '#pages/layout.ts';
import type { Simulation } from '#simulation.ts';

/** A checkout, with the problem of the last payment attempt. */
export function checkoutPage({ tables }: Simulation, id: string, problem?: string): Page {
  const session = requireRow(tables.checkoutSessions, 'checkout.session', id);
  const terms = requireRow(tables.checkoutTerms, 'checkout.session', id);
  const price = requireRow(tables.prices, 'price', terms.price);
  const product = requireRow(tables.products, 'product', String(price.product));
  const customer = tables.customers.get(String(session.customer));
  const body = html`<section>
<h1>Subscribe to ${product.name}</h1>
<p class="price">${priceInWords(price)}</p>
${product.description && html`<p class="soft">${product.description}</p>`}
${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}
${session.status === 'open' && openForm(customer)}
${session.status === 'expired' && html`<p>This checkout has expired. Nothing was paid.</p>`}
${session.status === 'complete' && html`<p>This checkout is paid.</p>`}
</section>`;
  return { title: 'Checkout', body, status: problem === undefined ? 200 : 402 };
}

function openForm(customer: Stripe.Customer | Stripe.DeletedCustomer | undefined): Html {
  return html`<form method="post">
<p class="soft">Paid by ${customer && !customer.deleted ? customer.email : null}</p>
${button('pay', 'Pay and subscribe', 'main')}
</form>
<form method="post">
${button('decline', 'Pay with a card that is declined')}
${button('cancel', 'Go back without paying')}
${button('expire', 'Let it expire', 'danger')}
</form>`;
}

const decision = z.object({ action: z.enum(['pay', 'decline', 'cancel', 'expire']) });

/** Carries out an action of the checkout page. */
export function decideCheckout(simulation: Simulation, form: unknown, id: string): Page | string {
  const session = requireRow(simulation.tables.checkoutSessions, 'checkout.session', id);
  const { action } = readParams(decision, form);
  if (action === 'pay') return successAddress(completeCheckout(simulation, session));
  // The session stays open: the customer may still come back and pay.
  if (action === 'cancel') return session.cancel_url ?? '/';
  if (action === 'decline') {
    if (session.status !== 'open') throw invalidRequest('This Checkout Session is not open any more.');
    return checkoutPage(simulation, id, 'Your card was declined.');
  }
  expireCheckout(simulation, session);
  return checkoutPage(simulation, id);
}

/** The address may request the session's id by this placeholder. */
function successAddress({ success_url: url, id }: Stripe.Checkout.Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll('%7BCHECKOUT_SESSION_ID%7D', id);
}
