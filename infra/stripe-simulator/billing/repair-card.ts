import { collectInvoice } from '#billing/collect-invoice.ts';
import type { Simulation } from '#simulation.ts';

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
