import { html } from '@inlet/local/html';
import { requireRow } from '#billing/require-row.ts';
import { momentInWords, moneyInWords, type Page } from '#pages/layout.ts';
import type { Simulation } from '#simulation.ts';

/** An invoice with its lines, for its customer. */
export function invoicePage({ tables }: Simulation, id: string): Page {
  const invoice = requireRow(tables.invoices, 'invoice', id);
  const { currency, number, status, created, customer_email: email, starting_balance: balance } = invoice;
  const money = (amount: number) => moneyInWords(amount, currency);
  const rows = invoice.lines.data.map(
    ({ description, amount }) => html`<tr><td>${description}</td><td>${money(amount)}</td></tr>`,
  );
  const body = html`<h1>Invoice ${number}</h1>
<p>${momentInWords(created)}, ${email}, ${status}</p>
<section><table><tr><th>Item</th><th>Amount</th></tr>${rows}
${balance !== 0 && html`<tr><td>Credit from before</td><td>${money(balance)}</td></tr>`}
<tr><th>Amount due</th><th>${money(invoice.amount_due)}</th></tr></table></section>`;
  return { title: `Invoice ${number}`, body };
}
