import { type Html, html } from '@inlet/local/html';
import type Stripe from 'stripe';
import { cardDeclines } from '#billing/collect-invoice.ts';
import { itemOf, nameOf, requireCustomer, requireRow } from '#billing/require-row.ts';
import { button, momentInWords, moneyInWords, type Page, priceInWords } from '#pages/layout.ts';
import type { Simulation } from '#simulation.ts';

/** The subscriptions and invoices of one customer, with all actions on them. */
export function portalPage(simulation: Simulation, id: string): Page {
  const { tables } = simulation;
  const session = requireRow(tables.portalSessions, 'billing_portal.session', id);
  const customer = requireCustomer(simulation, session.customer);
  const subscriptions = [...tables.subscriptions.values()].filter((each) => each.customer === customer.id).reverse();
  const body = html`<h1>Billing of ${customer.email ?? customer.id}</h1>
${session.return_url !== null && html`<p><a href="${session.return_url}">Return to the website</a></p>`}
${subscriptions.length === 0 && html`<section><p>There is no subscription.</p></section>`}
${subscriptions.map((subscription) => subscriptionCard(simulation, subscription))}
${cardCard(simulation, customer)}
${invoiceTable(simulation, customer)}`;
  return { title: 'Billing', body };
}

function subscriptionCard(simulation: Simulation, subscription: Stripe.Subscription): Html {
  const { price, current_period_end: end } = itemOf(subscription);
  return html`<section>
<h2>${nameOf(simulation, price)}</h2>
<p class="price">${priceInWords(price)}</p>
<p>Status: <strong>${subscription.status}</strong>. ${nextStep(subscription, end)}</p>
${subscription.status !== 'canceled' && actions(simulation, subscription, price)}
</section>`;
}

function nextStep(subscription: Stripe.Subscription, end: number): string {
  if (subscription.status === 'canceled') return `Ended ${momentInWords(subscription.ended_at ?? end)}.`;
  return subscription.cancel_at_period_end ? `Ends ${momentInWords(end)}.` : `Renews ${momentInWords(end)}.`;
}

function actions({ tables }: Simulation, subscription: Stripe.Subscription, current: Stripe.Price): Html {
  const others = [...tables.prices.values()].filter(({ active, id }) => active && id !== current.id);
  const options = others.map(
    (price) => html`<option value="${price.id}">${nameOf({ tables }, price)}, ${priceInWords(price)}</option>`,
  );
  const hidden = html`<input type="hidden" name="subscription" value="${subscription.id}">`;
  return html`<form method="post">${hidden}
<label>Another plan <select name="price">${options}</select></label>
${button('change', 'Change plan', 'main')}
</form>
<form method="post">${hidden}
${subscription.cancel_at_period_end ? button('resume', 'Resume') : button('cancel-at-end', 'Cancel at the end of the period')}
${button('renew', 'Renew now')}
${button('cancel', 'Cancel now', 'danger')}
</form>`;
}

function cardCard(simulation: Simulation, customer: Stripe.Customer): Html {
  const declines = cardDeclines(simulation, customer.id);
  return html`<section>
<h2>Card</h2>
<p>${declines ? 'The card is declined at the next renewal, and at each retry.' : 'The card works.'}</p>
<form method="post">
${declines ? button('repair-card', 'Use a working card, and pay what is open', 'main') : button('break-card', 'Fail the next renewal')}
</form>
</section>`;
}

function invoiceTable({ tables }: Simulation, customer: Stripe.Customer): Html {
  const invoices = [...tables.invoices.values()].filter((invoice) => invoice.customer === customer.id).reverse();
  const rows = invoices.map(
    (invoice) => html`<tr><td>${invoice.number}</td><td>${momentInWords(invoice.created)}</td>
<td>${moneyInWords(invoice.amount_due, invoice.currency)}</td><td>${invoice.status}</td></tr>`,
  );
  return html`<section><h2>Invoices</h2>
<table><tr><th>Number</th><th>Date</th><th>Amount</th><th>Status</th></tr>${rows}</table></section>`;
}
