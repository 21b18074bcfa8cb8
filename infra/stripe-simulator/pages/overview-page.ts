import { html } from '@inlet/local/html';
import { itemOf, nameOf } from '#billing/require-row.ts';
import { type Page, priceInWords } from '#pages/layout.ts';
import type { Simulation } from '#simulation.ts';

const shownMax = 50;

/** Lists prices, open checkouts and subscriptions. */
export function overviewPage({ tables }: Simulation): Page {
  const prices = [...tables.prices.values()].map(
    (price) => html`<tr><td>${nameOf({ tables }, price)}</td><td>${priceInWords(price)}</td><td>${price.id}</td></tr>`,
  );
  const open = [...tables.checkoutSessions.values()].filter(({ status }) => status === 'open').slice(-shownMax);
  const checkouts = open.map(({ id }) => html`<li><a href="/c/pay/${id}">${id}</a></li>`);
  const latest = [...tables.subscriptions.values()].slice(-shownMax).reverse();
  const subscriptions = latest.map((subscription) => {
    const customer = tables.customers.get(String(subscription.customer));
    const email = customer && !customer.deleted ? customer.email : null;
    return html`<tr><td>${email ?? String(subscription.customer)}</td>
<td>${nameOf({ tables }, itemOf(subscription).price)}</td><td>${subscription.status}</td></tr>`;
  });
  const body = html`<h1>Local test Stripe</h1>
<section><h2>Prices</h2><table><tr><th>Product</th><th>Price</th><th>Id</th></tr>${prices}</table></section>
<section><h2>Open checkouts</h2>${checkouts.length === 0 ? html`<p>None.</p>` : html`<ul>${checkouts}</ul>`}</section>
<section><h2>Subscriptions</h2>
<table><tr><th>Customer</th><th>Plan</th><th>Status</th></tr>${subscriptions}</table></section>`;
  return { title: 'Overview', body };
}
