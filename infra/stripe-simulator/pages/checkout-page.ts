import { type Html, html } from '@inlet/local/html';
import type { RequestHandler, Response } from 'express';
import type Stripe from 'stripe';
import { requireRow } from '#billing/require-row.ts';
import { button, sendPage } from '#pages/layout.ts';
import { priceInWords } from '#pages/words.ts';
import type { Simulation } from '#simulation.ts';
import type { Simulator } from '#simulator.ts';

export function showCheckout(simulator: Simulator): RequestHandler<{ id: string }> {
  return (request, response) => {
    const session = requireRow(simulator.tables.checkoutSessions, 'checkout.session', request.params.id);
    sendCheckout(response, simulator, session, null);
  };
}

/** The page of a session, with the problem of the last attempt. */
export function sendCheckout(
  response: Response,
  simulation: Simulation,
  session: Stripe.Checkout.Session,
  problem: string | null,
): void {
  const terms = requireRow(simulation.tables.checkoutTerms, 'checkout.session', session.id);
  const price = requireRow(simulation.tables.prices, 'price', terms.price);
  const product = requireRow(simulation.tables.products, 'product', String(price.product));
  const body = html`<section>
<h1>Subscribe to ${product.name}</h1>
<p class="price">${priceInWords(price)}</p>
${product.description && html`<p class="soft">${product.description}</p>`}
${problem && html`<p class="alert" role="alert">${problem}</p>`}
${session.status === 'open' ? openForm(simulation, session) : over(session)}
</section>`;
  sendPage(response, { title: 'Checkout', body, status: problem === null ? 200 : 402 });
}

function openForm({ tables }: Simulation, session: Stripe.Checkout.Session): Html {
  const customer = tables.customers.get(String(session.customer));
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

function over(session: Stripe.Checkout.Session): Html {
  if (session.status === 'expired') return html`<p>This checkout has expired. Nothing was paid.</p>`;
  return html`<p>This checkout is paid.</p>`;
}
